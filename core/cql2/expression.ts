/*
 * A filter of OGC Common Query Language 2 (CQL2, OGC 21-065r2), in the form of its JSON encoding: `JSON.stringify` writes
 * it as CQL2-JSON. All spatial literals have longitude before latitude, in degrees, and a height in metres, if any, last.
 */

/** A condition, which is true, false or unknown for each record. */
export type Expression =
  | boolean
  | Operation<LogicalOperator, readonly Expression[]>
  | Operation<'not', readonly [Expression]>
  | Operation<ComparisonOperator, readonly [Scalar, Scalar]>
  | Operation<'like', readonly [TextExpression, Pattern]>
  | Operation<'in', readonly [Scalar, readonly Scalar[]]>
  | Operation<'between', readonly [NumberExpression, NumberExpression, NumberExpression]>
  | Operation<'isNull', readonly [Nullable]>
  | Operation<SpatialOperator, readonly [SpatialExpression, SpatialExpression]>
  | Operation<TemporalOperator, readonly [TemporalExpression, TemporalExpression]>;

export interface Operation<Operator extends string, Arguments> {
  readonly op: Operator;
  readonly args: Arguments;
}

/** With two arguments or more. */
export type LogicalOperator = 'and' | 'or';
export type ComparisonOperator = '=' | '<>' | '<' | '>' | '<=' | '>=';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | 'div' | '^';
export type SpatialOperator = 's_intersects' | 's_within';
export type TemporalOperator = 't_after' | 't_before' | 't_during' | 't_intersects';
/** Removes the differences of case, or of accents, from a text. */
export type TextFunction = 'casei' | 'accenti';

export interface Property {
  readonly property: string;
}

export type Arithmetic = Operation<ArithmeticOperator, readonly [NumberExpression, NumberExpression]>;
export type NumberExpression = number | Property | Arithmetic;
export type TextExpression = string | Property | Operation<TextFunction, readonly [TextExpression]>;
/** In its text, `%` matches any characters, `_` one character, and a backslash makes either literal. */
export type Pattern = string | Operation<TextFunction, readonly [Pattern]>;
export type Scalar = boolean | Instant | NumberExpression | TextExpression;
/** Anything that `isNull` can test. */
export type Nullable = Expression | Scalar | SpatialExpression | TemporalExpression;

/** A calendar date, `YYYY-MM-DD`, or a time in UTC, `YYYY-MM-DDThh:mm:ssZ`, with a fraction of the second or without. */
export type Instant = { readonly date: string } | { readonly timestamp: string };
/** A date or a time as in `Instant`, `..` for an open end, or a property. */
export type IntervalEnd = string | Property;
export interface Interval {
  readonly interval: readonly [start: IntervalEnd, end: IntervalEnd];
}
export type TemporalExpression = Instant | Interval | Property;

export type Position = readonly [longitude: number, latitude: number, height?: number];
/** A geometry of GeoJSON. The rings of polygons are closed. */
export type SimpleGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] };
export interface GeometryCollection {
  readonly type: 'GeometryCollection';
  readonly geometries: readonly SimpleGeometry[];
}
/** West, south, east, north; or west, south, lowest, east, north, highest. West exceeds east across the antimeridian. */
export interface BoundingBox {
  readonly bbox:
    | readonly [west: number, south: number, east: number, north: number]
    | readonly [west: number, south: number, lowest: number, east: number, north: number, highest: number];
}
export type SpatialExpression = SimpleGeometry | GeometryCollection | BoundingBox | Property;

/** Any part of an expression. */
export type Part = Nullable | readonly Scalar[];
