import { jsonParser } from 'stream-json/parser.js';
import { JsonRecordAssembler } from './json-record-assembler.ts';
import { ReadingStopped } from './reading-faults.ts';
import { longestRecord, type RecordSink } from './record-sink.ts';

/** The parser keeps silent about what it read in the piece that holds a fault, so pieces are about one record long. */
const longestPiece = 64 * 1024;
const parserOptions = { packValues: true, streamValues: false };

/** Reads a JSON array of objects into the sink. Throws ReadingStopped after a reported fault, and SourceFault. */
export async function readJsonRecords(chunks: AsyncIterable<Buffer>, sink: RecordSink): Promise<void> {
  const reader = createPieceReader(sink);
  let pending = '';
  for await (const chunk of chunks) {
    const text = pending + chunk.toString('utf8');
    let start = 0;
    for (let end = text.indexOf('}') + 1; end > 0; end = text.indexOf('}', start) + 1) {
      reader.take(text.slice(start, end));
      start = end;
    }
    pending = text.slice(start);
    if (pending.length > longestPiece) {
      reader.take(pending);
      pending = '';
    }
  }
  reader.take(pending);
  reader.end();
}

interface PieceReader {
  readonly take: (piece: string) => void;
  readonly end: () => void;
}

function createPieceReader(sink: RecordSink): PieceReader {
  const parse = jsonParser(parserOptions);
  const assembler = new JsonRecordAssembler(sink);
  let charactersInRecord = 0;

  function tokensOf(piece: string, context: string | undefined): ReturnType<typeof parse> {
    try {
      return parse(piece);
    } catch {
      reportSyntaxFault(piece, context, assembler, sink);
      throw new ReadingStopped();
    }
  }

  return {
    take: (piece) => {
      const context = contextOf(assembler);
      const tokens = tokensOf(piece, context);
      const recordBefore = assembler.recordNumber;
      if (typeof tokens !== 'symbol') tokens.values.forEach((token) => assembler.take(token));
      const advanced = assembler.recordNumber !== recordBefore || assembler.betweenRecords;
      charactersInRecord = advanced ? 0 : charactersInRecord + piece.length;
      if (charactersInRecord > longestRecord) {
        sink.report('recordTooLong', { place: { unit: 'record', number: assembler.recordNumber } });
        throw new ReadingStopped();
      }
    },
    end: () => {
      if (assembler.finished) return;
      const count = sink.count();
      const explanation = `the array is not closed; it ends after ${String(count)} complete records`;
      sink.report('truncatedJson', { explanation });
      throw new ReadingStopped();
    },
  };
}

/** JSON after which a fresh parser is in the same state; undefined inside a record, where that is not told easily. */
function contextOf(assembler: JsonRecordAssembler): string | undefined {
  if (assembler.finished) return '[]';
  if (assembler.betweenRecords) return assembler.recordNumber === 0 ? '[' : '[0';
  return assembler.recordNumber === 0 ? '' : undefined;
}

function reportSyntaxFault(
  piece: string,
  context: string | undefined,
  assembler: JsonRecordAssembler,
  sink: RecordSink,
): void {
  // A piece read between records begins with the comma and the next record.
  const number = assembler.recordNumber + (assembler.betweenRecords || assembler.recordNumber === 0 ? 1 : 0);
  const place = { unit: 'record', number } as const;
  const index = context === undefined ? 0 : faultIndex(context, piece);
  const rest = piece.slice(index);
  if (assembler.finished) {
    sink.report('trailingContent', { value: rest });
  } else if (/^(?:NaN|Infinity)\b/.test(rest)) {
    const field = fieldBefore(piece.slice(0, index), sink);
    const explanation = 'JSON has no such number; write null where it is allowed. Reading stopped here';
    sink.report('notFinite', { place, ...(field && { field }), value: rest.slice(0, rest.search(/\b$|\W/)), explanation });
  } else {
    const before = piece.slice(Math.max(0, index - 40), index + 1);
    sink.report('malformedJson', { place, value: context === undefined ? piece : before, explanation: whereItFailed(context) });
  }
}

const whereItFailed = (context: string | undefined): string =>
  context === undefined ? 'at or soon after this text' : 'at the end of this text';

/** The index in a piece of the character that the parser refuses. */
function faultIndex(context: string, piece: string): number {
  const parse = jsonParser(parserOptions);
  parse(context);
  for (let index = 0; index < piece.length; index++) {
    try {
      parse(piece.charAt(index));
    } catch {
      return index;
    }
  }
  return piece.length;
}

/** The field whose value comes next in a piece of a record. */
function fieldBefore(text: string, sink: RecordSink): string | undefined {
  const name = /"([^"\\]*)"\s*:\s*-?$/.exec(text)?.[1];
  return sink.dataset.fields.find((field) => field.name === name)?.name;
}
