import { useState } from 'react';

import { useConnection } from '../connection/use-connection.ts';
import { useOutcome, type Asked } from './use-asked.ts';

/** A record as the interface gives it, field by field. */
export type CompleteRecord = Readonly<Record<string, string | number | null>>;

/**
 * All fields of a record, read from a path of the interface, and a way to try again. Null when the interface says that
 * there is no such record.
 */
export function useCompleteRecord(path: string): {
  readonly asked: Asked<CompleteRecord | null>;
  readonly retry: () => void;
} {
  const connection = useConnection();
  const [attempt, setAttempt] = useState(0);
  const asked = useOutcome(`${attempt} ${path}`, async () => {
    const { response } = await connection.request(path);
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`The interface answered with status ${response.status}.`);
    const record: unknown = await response.json();
    if (!isRecord(record)) throw new Error('The interface answered with something that is not a record.');
    return record;
  });
  return {
    asked,
    retry: () => {
      setAttempt((attempts) => attempts + 1);
    },
  };
}

function isRecord(value: unknown): value is CompleteRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => each === null || typeof each === 'string' || typeof each === 'number');
}
