import type { ArithmeticOperator, ComparisonOperator, Expression } from './expression.ts';
import { checkDepth, checkLength, ExpressionBuilder, isLiteralName, type Parsed } from './expression-builder.ts';
import { FilterError } from './filter-error.ts';
import { nestingOf, typeNamed } from './geometry.ts';
import { isFunction, unsupportedError } from './signatures.ts';
import { describeToken, reservedWords, type Token, tokenize } from './tokens.ts';

/**
 * Parses a filter in the text encoding of CQL2, such as `depth > 10 AND name LIKE 'A%'`.
 *
 * @throws FilterError if it is not a filter, uses what filters do not support, or exceeds a limit
 */
export function parseFilterText(filter: string): Expression {
  checkLength(filter);
  return new TextParser(tokenize(filter)).parse();
}

const comparisons: readonly ComparisonOperator[] = ['=', '<>', '<', '>', '<=', '>='];

/*
 * A recursive-descent parser of the grammar of CQL2 (OGC 21-065r2, annex B), which has one method per level:
 *
 *   disjunction = conjunction { OR conjunction }
 *   conjunction = negation { AND negation }
 *   negation    = [ NOT ] predicate
 *   predicate   = sum [ comparison sum | IS [ NOT ] NULL
 *                     | [ NOT ] ( LIKE sum | IN "(" sum { "," sum } ")" | BETWEEN sum AND sum ) ]
 *   sum         = product { ( "+" | "-" ) product }
 *   product     = power { ( "*" | "/" | "%" | DIV ) power }
 *   power       = signed [ "^" signed ]
 *   signed      = [ "-" | "+" ] number | [ "-" ] primary
 *   primary     = literal | property | geometry | function "(" [ sum { "," sum } ] ")" | "(" disjunction ")"
 *
 * The grammar of the standard has separate rules for numbers, texts and conditions, which begin alike. Here, all of them
 * are a `sum`, and the builder checks which of them an operator accepts.
 */
class TextParser {
  readonly #source: Generator<Token, never>;
  /** Those read so far. */
  readonly #tokens: Token[] = [];
  readonly #builder = new ExpressionBuilder();
  #next = 0;
  #depth = 0;

  constructor(source: Generator<Token, never>) {
    this.#source = source;
  }

  parse(): Expression {
    const parsed = this.#disjunction();
    if (this.#token.kind !== 'end') throw this.#expected('an operator or the end of the filter');
    return this.#builder.expression(parsed);
  }

  #disjunction(): Parsed {
    return this.#joined('or', () => this.#joined('and', () => this.#negation()));
  }

  #joined(op: 'and' | 'or', operand: () => Parsed): Parsed {
    const first = operand();
    const operands = [first];
    while (this.#accept(op)) operands.push(operand());
    return operands.length === 1 ? first : this.#builder.operation(op, operands, first.position);
  }

  #negation(): Parsed {
    const { position } = this.#token;
    return this.#accept('not') ? this.#builder.operation('not', [this.#predicate()], position) : this.#predicate();
  }

  #predicate(): Parsed {
    const left = this.#sum();
    const comparison = comparisons.find((op) => this.#accept(op));
    if (comparison !== undefined) return this.#builder.operation(comparison, [left, this.#sum()], left.position);
    const isNull = this.#accept('is');
    const isNegated = this.#accept('not');
    if (isNull) this.#expect('null');
    const predicate = isNull ? this.#builder.operation('isNull', [left], left.position) : this.#matchOrRange(left);
    if (!isNegated) return predicate ?? left;
    if (predicate === undefined) throw this.#expected('LIKE, IN or BETWEEN');
    return this.#builder.operation('not', [predicate], left.position);
  }

  #matchOrRange(left: Parsed): Parsed | undefined {
    if (this.#accept('like')) return this.#builder.operation('like', [left, this.#sum()], left.position);
    if (this.#accept('in')) {
      const { position } = this.#token;
      const values = this.#list(() => this.#sum());
      return this.#builder.operation('in', [left, this.#builder.list(values, position)], left.position);
    }
    if (!this.#accept('between')) return undefined;
    const lowest = this.#sum();
    this.#expect('and');
    return this.#builder.operation('between', [left, lowest, this.#sum()], left.position);
  }

  #sum(): Parsed {
    return this.#leftToRight(['+', '-'], () => this.#leftToRight(['*', '/', '%', 'div'], () => this.#power()));
  }

  #leftToRight(operators: readonly ArithmeticOperator[], operand: () => Parsed): Parsed {
    let left = operand();
    for (;;) {
      const op = operators.find((operator) => this.#accept(operator));
      if (op === undefined) return left;
      left = this.#builder.operation(op, [left, operand()], left.position);
    }
  }

  #power(): Parsed {
    const base = this.#signed();
    return this.#accept('^') ? this.#builder.operation('^', [base, this.#signed()], base.position) : base;
  }

  #signed(): Parsed {
    const { position } = this.#token;
    if (this.#isAt('+') || this.#isAt('-')) {
      if (this.#peek(1).kind === 'number') return this.#builder.literal(this.#number(), position);
      if (!this.#accept('-')) throw this.#expected('a number with a sign');
      // CQL2-JSON has no operator with this meaning.
      return this.#builder.operation('*', [this.#builder.literal(-1, position), this.#primary()], position);
    }
    return this.#primary();
  }

  #primary(): Parsed {
    if (this.#isAt('(')) return this.#nested(() => this.#parenthesised(() => this.#disjunction()));
    const { kind, value, position } = this.#token;
    if (kind === 'number') return this.#builder.literal(this.#number(), position);
    if (kind === 'end' || kind === 'symbol') throw this.#expected('a value');
    this.#next++;
    if (kind === 'text') return this.#builder.literal(value, position);
    return kind === 'word' ? this.#word(value, position) : this.#builder.property(value, position);
  }

  /** A word whose token has been read: a boolean, a geometry, another function, or a property. */
  #word(word: string, position: string): Parsed {
    const name = word.toLowerCase();
    if (name === 'true' || name === 'false') return this.#builder.literal(name === 'true', position);
    if (reservedWords.has(name)) {
      this.#next--;
      throw this.#expected('a value');
    }
    const type = typeNamed(name);
    // In well-known text, Z says that the positions have heights; here, their numbers say so.
    if (type !== undefined && this.#isAt('z') && this.#peek(1).value === '(') this.#next++;
    if (!this.#isAt('(')) return this.#builder.property(word, position);
    if (type === 'GeometryCollection') return this.#builder.geometryCollection(this.#arguments(), position);
    if (type !== undefined) {
      return this.#builder.geometry(type, this.#coordinates(nestingOf(type), type.endsWith('Point')), position);
    }
    if (isLiteralName(name)) return this.#builder.literalOf(name, this.#arguments(), position);
    if (isFunction(name)) return this.#builder.operation(name, this.#arguments(), position);
    throw unsupportedError(word, position, 'text');
  }

  #arguments(): Parsed[] {
    return this.#nested(() => this.#list(() => this.#sum()));
  }

  /** Each position of a point or a multipoint is in parentheses of its own. */
  #coordinates(levels: number, isOfPoints: boolean): unknown {
    if (levels > 0) return this.#list(() => this.#coordinates(levels - 1, isOfPoints));
    return isOfPoints ? this.#parenthesised(() => this.#position()) : this.#position();
  }

  #position(): readonly number[] {
    const numbers = [this.#number()];
    while (!this.#isAt(',') && !this.#isAt(')')) numbers.push(this.#number());
    return numbers;
  }

  #number(): number {
    const sign = this.#accept('-') ? -1 : 1;
    if (sign === 1) this.#accept('+');
    const { kind, value } = this.#token;
    if (kind !== 'number') throw this.#expected('a number');
    this.#next++;
    return sign * Number(value);
  }

  #list<Item>(item: () => Item): Item[] {
    return this.#parenthesised(() => {
      const items = [item()];
      while (this.#accept(',')) items.push(item());
      return items;
    });
  }

  #parenthesised<Content>(content: () => Content): Content {
    this.#expect('(');
    const value = content();
    this.#expect(')');
    return value;
  }

  /** Bounds the recursion. Only here does the grammar come back to an earlier rule. */
  #nested<Content>(content: () => Content): Content {
    checkDepth(++this.#depth, this.#token.position);
    const value = content();
    this.#depth--;
    return value;
  }

  get #token(): Token {
    return this.#peek(0);
  }

  /** The next token, or one that follows it at a distance. */
  #peek(distance: number): Token {
    const index = this.#next + distance;
    while (this.#tokens.length <= index) this.#tokens.push(this.#source.next().value);
    const token = this.#tokens[index];
    if (token === undefined) throw new Error(`there is no token ${index}`);
    return token;
  }

  #isAt(keyword: string): boolean {
    const { kind, value } = this.#token;
    return (kind === 'word' || kind === 'symbol') && value.toLowerCase() === keyword;
  }

  #accept(keyword: string): boolean {
    const isNext = this.#isAt(keyword);
    if (isNext) this.#next++;
    return isNext;
  }

  #expect(keyword: string): void {
    if (!this.#accept(keyword)) throw this.#expected(`'${keyword.toUpperCase()}'`);
  }

  #expected(expected: string): FilterError {
    const previous = this.#tokens[this.#next - 1];
    const after = previous === undefined ? '' : ` after ${describeToken(previous)}`;
    return new FilterError(`expected ${expected}${after}, found ${describeToken(this.#token)}`, this.#token.position);
  }
}
