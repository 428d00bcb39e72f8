import type { FindingDetails } from '../validate/findings.ts';
import type { FindingCode } from '../validate/finding-kinds.ts';

/** The source of a file cannot be read, or not to its end; becomes a finding. */
export class SourceFault extends Error {
  readonly code: FindingCode;
  readonly details: FindingDetails;

  constructor(code: FindingCode, explanation?: string) {
    super(explanation ?? code);
    this.code = code;
    this.details = explanation === undefined ? {} : { explanation };
  }
}

/** Ends the reading of a file whose fault has been reported and makes going on meaningless. */
export class ReadingStopped extends Error {}
