import { jsonParser } from 'stream-json/parser.js';
import { showValue } from '../validate/show-value.ts';
import { JsonRecordAssembler } from './json-record-assembler.ts';
import { ReadingStopped } from './reading-faults.ts';
import { longestRecord, type RecordSink } from './record-sink.ts';

/** The parser keeps silent about what it read in the piece that holds a fault, so pieces are about one record long. */
const longestPiece = 64 * 1024;
const parserOptions = { packValues: true, streamValues: false };

/**
 * Reads a JSON array of objects into the sink; `offsetOfFirstByte` bytes come before the first chunk. Throws
 * ReadingStopped after a reported fault, and SourceFault.
 */
export async function readJsonRecords(
  chunks: AsyncIterable<Buffer>,
  offsetOfFirstByte: number,
  sink: RecordSink,
): Promise<void> {
  const reader = createPieceReader(sink);
  let pending = '';
  let bytesRead = offsetOfFirstByte;
  for await (const chunk of chunks) {
    bytesRead += chunk.length;
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
  reader.end(bytesRead);
}

interface PieceReader {
  readonly take: (piece: string) => void;
  readonly end: (bytesRead: number) => void;
}

function createPieceReader(sink: RecordSink): PieceReader {
  const parse = jsonParser(parserOptions);
  const assembler = new JsonRecordAssembler(sink);
  let unfinishedRecord = '';
  /** JSON after which a fresh parser is in the state in which this one was before the unfinished record. */
  let context = '';

  function tokensOf(piece: string): ReturnType<typeof parse> {
    try {
      return parse(piece);
    } catch {
      reportSyntaxFault(context, unfinishedRecord, assembler, sink);
      throw new ReadingStopped();
    }
  }

  return {
    take: (piece) => {
      unfinishedRecord += piece;
      const tokens = tokensOf(piece);
      if (typeof tokens !== 'symbol') tokens.values.forEach((token) => assembler.take(token));
      if (assembler.betweenRecords || assembler.finished) {
        unfinishedRecord = '';
        context = assembler.finished ? '[]' : assembler.recordNumber === 0 ? '[' : '[0';
      }
      if (unfinishedRecord.length > longestRecord) {
        sink.report('recordTooLong', { place: { unit: 'record', number: assembler.recordNumber } });
        throw new ReadingStopped();
      }
    },
    end: (bytesRead) => {
      if (assembler.finished) return;
      sink.report('truncatedJson', {
        place: { unit: 'record', number: sink.count() + 1 },
        explanation: `it ends at byte ${String(bytesRead)}, ${describeLastRecord(assembler, sink)}`,
      });
      throw new ReadingStopped();
    },
  };
}

function describeLastRecord({ lastIdentifier }: JsonRecordAssembler, sink: RecordSink): string {
  if (sink.count() === 0) return 'before the first record is complete';
  const name = lastIdentifier === undefined ? '' : `, identifier ${showValue(lastIdentifier)}`;
  return `after record ${String(sink.count())}${name}`;
}

/** Finds the place of a syntax fault again in the text of its record, and names the kind of fault it is. */
function reportSyntaxFault(context: string, text: string, assembler: JsonRecordAssembler, sink: RecordSink): void {
  const index = faultIndex(context, text);
  const before = text.slice(0, index);
  const rest = text.slice(index);
  const place = { unit: 'record', number: sink.count() + 1 } as const;
  const notFinite = /^(?:NaN|Infinity)\b/.exec(rest)?.[0];
  if (assembler.finished || isJson(context + before)) {
    sink.report('trailingContent', { value: rest });
  } else if (notFinite !== undefined) {
    const field = fieldBefore(before, sink);
    const explanation = 'JSON has no such number; write null where it is allowed. Reading stopped here';
    sink.report('notFinite', { place, ...(field && { field }), value: notFinite, explanation });
  } else {
    const value = text.slice(Math.max(0, index - 40), index + 1);
    sink.report('malformedJson', { place, value, explanation: 'at the end of this text' });
  }
}

/** Whether a text is complete JSON: a fault after it comes too late to belong to a record. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

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
