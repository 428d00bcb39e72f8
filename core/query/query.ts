import type { ParameterName } from './parameters.ts';

export type SortOrder = 'asc' | 'desc';

export interface Page {
  /** From 1. */
  readonly number: number;
  /** Records per page, 1 or more; may exceed what an array can hold. */
  readonly size: number;
}

/** A centre of search, in degrees. */
export interface Centre {
  readonly longitude: number;
  readonly latitude: number;
}

export interface ListQuery {
  readonly kind: 'list';
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
}

export interface RadiusQuery {
  readonly kind: 'inRadius';
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
  readonly centre: Centre;
  readonly rangeInMetres: number;
}

export interface NearestQuery {
  readonly kind: 'nearest';
  readonly sortOrder: SortOrder;
  readonly centre: Centre;
  /** Undefined: the whole dataset is considered. */
  readonly rangeInMetres: number | undefined;
}

export type Query = ListQuery | RadiusQuery | NearestQuery;

/** One thing wrong with one parameter. */
export interface ParameterFault {
  readonly parameter: ParameterName;
  /** The text given; undefined when the parameter is missing where it is needed. */
  readonly value: string | undefined;
  readonly allowed: string;
}
