import { Builder } from 'flatbuffers';

import { placeOrder } from '../write/place-order.ts';
import type { RecordTable } from '../write/record-table.ts';
import { descriptionOf, titleOf, type ExportAbout } from './export-about.ts';
import type { FileOutput } from './file-output.ts';
import { nodeSize, packedTree, packedTreeBytes } from './flatgeobuf/packed-tree.ts';
import { PropertyBytes } from './flatgeobuf/property-bytes.ts';
import { encodeFeature, encodeHeader, magicBytes } from './flatgeobuf/schema.ts';
import { recordAt } from '../documents/record-at.ts';
import { boundsOf } from './table-bounds.ts';

/**
 * FlatGeobuf with its spatial index, neighbours together. What stands at one point is a Point, what stands at several a
 * MultiPoint in the order of the dataset. Every field is a property; a null is left out, as usual.
 */
export function writeFlatGeobuf(table: RecordTable, output: FileOutput, about: ExportAbout): void {
  const { dataset, size } = table;
  const order = placeOrder(table, 0, size);
  const header = encodeHeader({
    name: dataset.name,
    title: titleOf(dataset, about),
    description: descriptionOf(dataset, about),
    fields: dataset.fields,
    identifierField: dataset.identifierField,
    pointsPerFeature: table.positionsPerRecord,
    count: size,
    nodeSize: size === 0 ? 0 : nodeSize,
    envelope: boundsOf(table),
  });
  output.bytes(magicBytes);
  output.bytes(header);
  if (size === 0) return;
  // The tree stands before the features and tells where each is: its place is kept for it.
  const treePosition = output.length;
  output.bytes(new Uint8Array(packedTreeBytes(size)));
  const featureOffsets = writeFeatures(table, order, output);
  output.overwrite(treePosition, packedTree({ sides: sidesOf(table, order), featureOffsets }));
}

/** Where each starts, in bytes behind the tree. */
function writeFeatures(table: RecordTable, order: Uint32Array, output: FileOutput): Float64Array {
  const builder = new Builder(16 * 1024);
  const properties = new PropertyBytes();
  const start = output.length;
  return Float64Array.from(order, (index) => {
    const offset = output.length - start;
    const coordinates = table.dataset.positions.flatMap((_, position) => [
      table.longitude(index, position),
      table.latitude(index, position),
    ]);
    output.bytes(encodeFeature(builder, coordinates, properties.of(recordAt(table, index), table.dataset.fields)));
    return offset;
  });
}

/** The bounds of each record's points, in the given order. */
function sidesOf(table: RecordTable, order: Uint32Array): Float64Array {
  const sides = new Float64Array(order.length * 4);
  for (const [place, index] of order.entries()) sides.set(boundsOf(table, index, index + 1) ?? [], place * 4);
  return sides;
}
