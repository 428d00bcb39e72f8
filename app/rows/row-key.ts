import type { ListRow } from '../engine/engine.ts';

/** Identifies a row across results. */
export const rowKey = ({ kind, id }: ListRow): string => `${kind} ${id}`;
