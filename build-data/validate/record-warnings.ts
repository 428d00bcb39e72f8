import type {
  DatasetDescription,
  DatasetRecord,
  DegreeBox,
  FieldDescription,
  PositionDescription,
} from '../../core/datasets/dataset-description.ts';
import type { IssueCode } from './issues.ts';

export interface RecordWarning {
  readonly code: IssueCode;
  readonly field: string;
  readonly explanation: string;
}

type WarningCheck = (record: DatasetRecord) => RecordWarning | undefined;

/**
 * Compiles the checks for warnings from a dataset's description. Most fields need none. Positions outside the region are
 * accepted with a warning: they are rare, and often caused by a missing minus sign.
 */
export function warningChecksOf(dataset: DatasetDescription, region: DegreeBox): readonly WarningCheck[] {
  return [
    ...dataset.fields.flatMap(fieldChecks),
    ...dataset.positions.map((position) => regionCheck(position, region)),
  ];
}

export function fieldChecks(field: FieldDescription): WarningCheck[] {
  const { name, knownValues } = field;
  const checks: WarningCheck[] = [];
  if (field.nulls === 'tolerated') {
    const warning = {
      code: 'toleratedNull',
      field: name,
      explanation: 'the API documentation promises text',
    } as const;
    checks.push((record) => (record[name] === null ? warning : undefined));
  }
  if (knownValues !== undefined) {
    const known = new Set<unknown>([...knownValues, null]);
    const explanation = `expected one of ${knownValues.map((value) => `"${value}"`).join(', ')}`;
    const warning = { code: 'unknownValue', field: name, explanation } as const;
    checks.push((record) => (known.has(record[name]) ? undefined : warning));
  }
  if (field.numericText === true) {
    const warning = { code: 'notNumericText', field: name, explanation: 'expected digits only' } as const;
    checks.push((record) => {
      const text = record[name];
      return typeof text !== 'string' || /^\d+$/.test(text) ? undefined : warning;
    });
  }
  return checks;
}

/** Reports a coordinate outside the region. If both are, reports the latitude: its sign is often missing. */
export function regionCheck(position: PositionDescription, region: DegreeBox): WarningCheck {
  const { latitudeField, longitudeField } = position;
  const outside = (field: string, from: number, to: number): RecordWarning => ({
    code: 'outsideRegion',
    field,
    explanation: `expected ${String(from)} to ${String(to)}`,
  });
  const latitudeWarning = outside(latitudeField, region.south, region.north);
  const longitudeWarning = outside(longitudeField, region.west, region.east);
  return (record) => {
    if (!isWithin(record[latitudeField], region.south, region.north)) return latitudeWarning;
    return isWithin(record[longitudeField], region.west, region.east) ? undefined : longitudeWarning;
  };
}

/** Whether a position passes the region check. Other positions are excluded from the bounding boxes in metadata. */
export function isInRegion(longitude: number, latitude: number, region: DegreeBox): boolean {
  return isWithin(latitude, region.south, region.north) && isWithin(longitude, region.west, region.east);
}

export function isWithin(value: unknown, smallest: number, largest: number): boolean {
  return typeof value === 'number' && value >= smallest && value <= largest;
}
