#!/usr/bin/env python3
"""Reads the data files of a site. This program was written from docs/data-format.md alone, to test that page.

Usage: format-reader.py DIRECTORY COMMAND [DATASET]

  list DATASET          the records in list order, one per line
  ascending DATASET     the records in ascending order
  identifiers DATASET   the records found by their identifiers, which ascend
  tiles DATASET         the records restored from tiles, in list order
  columns DATASET       identifier, key, name, points and texts of each record in list order, as JSON
  points DATASET        longitude, latitude and identifiers of each point, as JSON
  version               the data version, computed from the hashes of the tables

The exit code is 1 if the data is damaged, with the reason on standard error.
"""

import datetime
import decimal
import functools
import hashlib
import itertools
import json
import os
import re
import struct
import sys
import zlib
from collections import namedtuple

VERSION = 11
LIST_TABLE, TILE_TABLE, IDENTIFIER_TABLE, TILE, IDENTIFIER_BLOCK, COLUMN_TABLE, DETAIL_TABLE = range(1, 8)
EPOCH = datetime.datetime(1970, 1, 1)
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
DIGITS = {digit: value for value, digit in enumerate(BASE64)}


def documented_fields(dataset):
    """The fields in the table of docs/api.md, in order."""
    with open(os.path.join(os.path.dirname(__file__), "../../docs/api.md"), encoding="utf-8") as page:
        section = page.read().split(f"\n### {dataset}\n")[1].split("\n#")[0]
    return re.findall(r"^\| `(\w+)`", section, re.M)


Dataset = namedtuple("Dataset", "name fields points time_field place_name texts details")
DATASETS = {
    "CoastalFeatures": Dataset(
        "CoastalFeatures",
        documented_fields("CoastalFeatures"),
        [
            ("CoastalFeatureInshoreLongitude", "CoastalFeatureInshoreLatitude"),
            ("CoastalFeatureOffshoreLongitude", "CoastalFeatureOffshoreLatitude"),
        ],
        None,
        "CoastalFeatureDisplayName",
        ["CoastalFeatureFeatureType", "CoastalFeatureTownProximityNEW"],
        [
            ["CoastalFeatureLGAName"],
            [
                "CoastalFeatureSource",
                "CoastalFeatureTownProximityOLD",
                "CoastalFeatureInshore_Offshore",
                "CoastalFeatureLookup_Table",
                "CoastalFeatureTweet_Text",
                "CoastalFeatureResponse_Region",
                "CoastalFeatureSource1",
                "CoastalFeatureDOFID",
                "CoastalFeatureFullName",
            ],
        ],
    ),
    "RawData": Dataset(
        "RawData",
        documented_fields("RawData"),
        [("LocationX", "LocationY")],
        "SightingDateTime",
        "LocationValue",
        ["InteractionValue", "SightingSpeciesValue", "OwnerValue", "ObjectId"],
        [
            ["SightingSizeValue", "SightingNumbervalue", "Distance", "DistanceUnit"],
            ["LocationDetail"],
            ["ObjectId", "InteractionId", "TownProximity", "ReportDateTime"],
        ],
    ),
}

Reference = namedtuple("Reference", "path bytes")
ListTable = namedtuple("ListTable", "shards records text_bytes keys ordinals tied_after")
Tile = namedtuple("Tile", "reference records newest smallest west south east north positions_bytes checksum")
Line = namedtuple("Line", "text is_tied")


def check(is_right, path, reason):
    if not is_right:
        sys.exit(f"{path}: {reason}")


def content_hash(content):
    return hashlib.sha256(content).digest()[:16].hex()


def checksum(content):
    return zlib.crc32(content) & 0xFFFF


def parse_versioned(path, content, name):
    value = json.loads(content)
    check(value["format"] == name and value["version"] == VERSION, path, f"not {name} of version {VERSION}")
    return value


class BinaryFile:
    """The content of a binary file, read from the header to the end."""

    def __init__(self, path, content, kind, length):
        self.path, self.content, self.offset = path, content, 12
        header = struct.unpack("<4sBBHI", content[:12])
        check(header == (b"CWDT", kind, VERSION, 0, length), path, f"wrong header: {header}")

    def take(self, count):
        self.offset += count
        check(self.offset <= len(self.content), self.path, "ends too early")
        return self.content[self.offset - count : self.offset]

    def finish(self):
        check(self.offset == len(self.content), self.path, "bytes after the end of the content")

    def byte(self):
        self.offset += 1
        return self.content[self.offset - 1]

    def unsigned(self, value=0, shift=0):
        byte = 128
        while byte >= 128:
            byte = self.byte()
            value += (byte & 127) << shift
            shift += 7
        return value

    def signed(self):
        byte = self.byte()
        magnitude = byte >> 1 & 63
        if byte >= 128:
            magnitude = self.unsigned(magnitude, 6)
        return -magnitude if byte & 1 else magnitude

    def unsigned_column(self, count):
        return [self.unsigned() for _ in range(count)]

    def sums(self, count):
        return list(itertools.accumulate(self.unsigned_column(count)))

    def differences(self, count):
        return list(itertools.accumulate(self.signed() for _ in range(count)))

    def degrees(self, count, limit):
        decimals = self.byte()
        if decimals == 255:
            values = struct.unpack(f"<{count}d", self.take(8 * count))
        else:
            values = [number / 10**decimals for number in self.differences(count)]
        check(all(-limit <= value <= limit for value in values), self.path, "a number that is not degrees")
        return values

    def sparse(self, count):
        non_zero = self.unsigned()
        indexes = self.sums(non_zero)
        values = [0] * count
        for index, value in zip(indexes, self.unsigned_column(non_zero)):
            values[index] = value
        return values

    def references(self, extension):
        count = self.unsigned()
        hashes = [self.take(16).hex() for _ in range(count)]
        return [Reference(f"data/{name}.{extension}", self.unsigned()) for name in hashes]


# --- Texts and columns of JSON files ---


def number_text(number):
    """Writes a number like ECMAScript."""
    sign, digits, exponent = decimal.Decimal(repr(float(number))).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + exponent
    if number == 0:
        return "0"
    if 0 < point <= 21:
        text = text.ljust(point, "0")
        text = text[:point] + ("." + text[point:] if text[point:] else "")
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        text = text[0] + ("." + text[1:] if text[1:] else "") + f"e{point - 1:+d}"
    return "-" * sign + text


def value_text(value):
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(value_text, value)) + "]"
    if isinstance(value, (int, float)):
        return number_text(value)
    text = json.dumps(value, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda surrogate: f"\\u{ord(surrogate[0]):04x}", text)


def time_text(key):
    return (EPOCH + datetime.timedelta(seconds=key)).isoformat()


def restore_column(path, column, records):
    if isinstance(column, list):
        values = column
    elif "all" in column:
        values = [column["all"]] * records
    elif "steps" in column:
        values = list(itertools.accumulate(column["steps"]))
    else:
        values = [column["values"][index] for index in column["at"]]
    check(len(values) == records, path, f"a column of {len(values)} values for {records} records")
    return values


def decode_numbers(path, text, length=None):
    column, bits, shift = [], 0, 0
    for digit in text:
        bits += (DIGITS[digit] & 31) << shift
        shift += 5
        if DIGITS[digit] < 32:
            column.append(-(bits >> 1) if bits & 1 else bits >> 1)
            bits = shift = 0
    check(shift == 0, path, "a column that ends within a number")
    check(length is None or len(column) == length, path, f"a column of {len(column)} numbers instead of {length}")
    return column


def decode_indexes(path, text, length):
    """Decodes a column in move-to-front coding. Returns the indexes, and how many there are."""
    recent, indexes = [], []
    for number in decode_numbers(path, text, length):
        recent.insert(0, len(recent) if number == 0 else recent.pop(number - 1))
        indexes.append(recent[0])
    return indexes, len(recent)


def decode_texts(path, chunk, field, combinations):
    """The value of a text field for each combination."""
    indexes, count = decode_indexes(path, chunk["texts"][field]["at"], combinations)
    values = chunk["texts"][field]["values"]
    check(len(values) == count, path, f"{len(values)} values instead of {count} for {field}")
    return [values[index] for index in indexes]


# --- Datasets ---


class Reader:
    """Reads a dataset of the tree in a directory."""

    def __init__(self, directory, dataset_name=None):
        self.directory = directory
        self.read_file = functools.lru_cache(8)(self.read_file)
        path = "data/manifest.json"
        content = self.read(path)
        hashed = content[:-1].partition(b',"content":')[2]
        manifest = parse_versioned(path, content, "coastwatch-data")
        check(content_hash(hashed) == manifest["checksum"], path, "wrong checksum")
        self.manifest = manifest["content"]
        if dataset_name is not None:
            self.dataset = DATASETS[dataset_name]
            self.files = self.manifest["datasets"][dataset_name]
            self.records = self.files["records"]

    def read(self, path):
        with open(os.path.join(self.directory, path), "rb") as file:
            return file.read()

    def read_file(self, reference):
        content = self.read(reference.path)
        check(len(content) == reference.bytes, reference.path, f"{len(content)} bytes instead of {reference.bytes}")
        check(reference.path.startswith(f"data/{content_hash(content)}."), reference.path, "wrong content hash")
        return content

    def reference(self, file, extension="bin"):
        return Reference(f"data/{file['hash']}.{extension}", file["bytes"])

    def open_binary(self, reference, kind):
        return BinaryFile(reference.path, self.read_file(reference), kind, reference.bytes)

    def check_total(self, reference, records):
        check(sum(records) == self.records, reference.path, f"{sum(records)} records instead of {self.records}")

    # The list

    def list_table(self):
        reference = self.reference(self.files["list"])
        file = self.open_binary(reference, LIST_TABLE)
        shards = file.references("json")
        count = len(shards)
        records, text_bytes = file.unsigned_column(count), file.unsigned_column(count)
        keys, ordinals, tied_after = file.differences(count), file.unsigned_column(count), file.unsigned_column(count)
        file.finish()
        self.check_total(reference, records)
        return ListTable(shards, records, text_bytes, keys, ordinals, tied_after)

    def shard_lines(self, reference, records, text_bytes):
        content = self.read_file(reference)
        check(content[:1] == b"[" and content[-1:] == b"]", reference.path, "not enclosed in brackets")
        text = content[1:-1].decode("utf-8")
        lines = [Line(line.removeprefix("\t"), line.startswith("\t")) for line in text.split(",\n")] if text else []
        check(len(lines) == records, reference.path, f"{len(lines)} records instead of {records}")
        actual = sum(len(line.text.encode()) for line in lines)
        check(actual == text_bytes, reference.path, f"{actual} bytes of text instead of {text_bytes}")
        return lines

    def tied_groups(self):
        """The list as groups of tied records."""
        table, group, sizes = self.list_table(), [], []
        for reference, records, text_bytes, ordinal, tied_after in zip(
            table.shards, table.records, table.text_bytes, table.ordinals, table.tied_after
        ):
            for index, line in enumerate(self.shard_lines(reference, records, text_bytes)):
                if line.is_tied or (index == 0 and ordinal > 0):
                    check(index > 0 or len(group) == ordinal, reference.path, "another number of tied records before")
                    group.append(line.text)
                else:
                    check(all(size == len(group) for size in sizes), reference.path, "another number of tied records")
                    yield group
                    group, sizes = [line.text], []
            sizes.append(len(group) + tied_after)
        yield group

    def list(self):
        return itertools.chain.from_iterable(self.tied_groups())

    def ascending(self):
        return itertools.chain.from_iterable(reversed(list(self.tied_groups())))

    # Identifiers

    def identifiers(self):
        for table in self.files["identifiers"]:
            file = self.open_binary(self.reference(table), IDENTIFIER_TABLE)
            blocks = file.references("bin")
            firsts = file.sums(len(blocks))
            file.finish()
            check(firsts[:1] == [table["first"]], file.path, "another first identifier than in the manifest")
            for block, first in zip(blocks, firsts):
                yield from self.records_of_block(block, first)

    def records_of_block(self, reference, first):
        file = self.open_binary(reference, IDENTIFIER_BLOCK)
        shards = file.references("json")
        longest, records = file.unsigned(), file.unsigned()
        identifiers = file.sums(records)
        shard_indexes, offsets = file.differences(records), file.differences(records)
        checksums = struct.unpack(f"<{records}H", file.take(2 * records))
        file.finish()
        check(identifiers[0] == first, file.path, "another first identifier than in the table")
        for identifier, shard, offset, expected in zip(identifiers, shard_indexes, offsets, checksums):
            content = self.read_file(shards[shard])
            # Only as many bytes as a reader fetches.
            part = content[offset : offset + longest + 2]
            end = part.find(b",\n")
            if end < 0 and offset + len(part) == len(content) and part.endswith(b"]"):
                end = len(part) - 1
            check(end >= 0, shards[shard].path, f"the record at offset {offset} has no end")
            check(checksum(part[:end]) == expected, file.path, f"wrong checksum for record {identifier}")
            yield part[:end].decode("utf-8")

    # Tiles

    def tile_table(self):
        reference = self.reference(self.files["tiles"])
        file = self.open_binary(reference, TILE_TABLE)
        tiles = file.references("bin")
        count = len(tiles)
        records, newest, spans = file.unsigned_column(count), file.differences(count), file.unsigned_column(count)
        west, south, east, north = (file.degrees(count, limit) for limit in (180, 90, 180, 90))
        lengths, checksums = file.unsigned_column(count), file.unsigned_column(count)
        file.finish()
        self.check_total(reference, records)
        smallest = [key - span for key, span in zip(newest, spans)]
        return list(map(Tile, tiles, records, newest, smallest, west, south, east, north, lengths, checksums))

    def tiles(self):
        positions = sorted(itertools.chain.from_iterable(map(self.records_of_tile, self.tile_table())))
        table = self.list_table()
        for index, key, ordinal in zip(itertools.accumulate(table.records, initial=0), table.keys, table.ordinals):
            check(positions[index][:2] == (-key, ordinal), "the list table", f"another position at record {index}")
        return (text for _, _, text in positions)

    def records_of_tile(self, tile):
        """The negative key, the ordinal and the text of each record."""
        file = self.open_binary(tile.reference, TILE)
        columns = file.references("json")
        column_records = file.unsigned_column(len(columns))
        locations, point_count = file.unsigned(), file.unsigned()
        check(point_count == len(self.dataset.points), file.path, f"{point_count} points")
        records = file.unsigned_column(locations)
        points = [(file.degrees(locations, 180), file.degrees(locations, 90)) for _ in range(point_count)]
        check(file.offset == tile.positions_bytes, file.path, "positions of another length than the table says")
        check(checksum(file.content[: file.offset]) == tile.checksum, file.path, "positions with a wrong checksum")
        keys, ordinals = file.differences(tile.records), file.sparse(tile.records)
        file.finish()
        check(sum(records) == sum(column_records) == tile.records, file.path, "another number of records")
        check((max(keys), min(keys)) == (tile.newest, tile.smallest), file.path, "other keys than the table says")
        longitudes, latitudes = (list(itertools.chain(*(point[axis] for point in points))) for axis in (0, 1))
        box = min(longitudes), min(latitudes), max(longitudes), max(latitudes)
        check(box == tile[4:8], file.path, "another box than the table says")

        rows = itertools.chain(*(self.rows(reference, n) for reference, n in zip(columns, column_records)))
        at = [location for location, count in enumerate(records) for _ in range(count)]
        for location, key, ordinal, values in zip(at, keys, ordinals, rows):
            if self.dataset.time_field:
                values[self.dataset.time_field] = time_text(key)
            for fields, (x, y) in zip(self.dataset.points, points):
                values.update(zip(fields, (x[location], y[location])))
            texts = (f"{json.dumps(field)}:{value_text(values[field])}" for field in self.dataset.fields)
            yield -key, ordinal, "{" + ",".join(texts) + "}"

    def rows(self, reference, records):
        value = parse_versioned(reference.path, self.read_file(reference), "coastwatch-tile-records")
        check(value["records"] == records, reference.path, f"{value['records']} records instead of {records}")
        columns = [restore_column(reference.path, column, records) for column in value["columns"].values()]
        return (dict(zip(value["columns"], row)) for row in zip(*columns))

    # Columns

    def chunk_table(self, file_reference, kind):
        reference = self.reference(file_reference)
        file = self.open_binary(reference, kind)
        chunks = file.references("json")
        records = file.unsigned_column(len(chunks))
        file.finish()
        self.check_total(reference, records)
        return list(zip(chunks, records))

    def read_flatbush(self):
        """The points of the dataset by their numbers."""
        if self.files["flatbush"] is None:
            return []
        reference = self.reference(self.files["flatbush"])
        content = self.read_file(reference)
        *start, items = struct.unpack("<BBHI", content[:8])
        check(start == [0xFB, 0x38, 16], reference.path, "an index of another type or version")
        boxes = level = items
        while level > 1 or boxes == items:
            level = -(-level // 16)
            boxes += level
        width, form = (4, "I") if boxes >= 16_384 else (2, "H")
        check(len(content) == 8 + boxes * (32 + width), reference.path, "another length than its number of items needs")
        numbers = struct.unpack_from(f"<{items}{form}", content, 8 + 32 * boxes)
        points = [None] * items
        for number, (x, y, *_) in zip(numbers, struct.iter_unpack("<4d", content[8 : 8 + 32 * items])):
            points[number] = (x, y)
        return points

    def read_chunk(self, reference, records, name):
        chunk = parse_versioned(reference.path, self.read_file(reference), name)
        check(chunk["records"] == records, reference.path, f"{chunk['records']} records instead of {records}")
        combinations, count = decode_indexes(reference.path, chunk["combinations"], records)
        return chunk, combinations, count

    def read_column_chunk(self, reference, records, points):
        """The records of a chunk by ascending identifiers, and the row of each."""
        path = reference.path
        chunk, combinations, count = self.read_chunk(reference, records, "coastwatch-columns")
        identifiers = list(itertools.accumulate(decode_numbers(path, chunk["identifiers"], records)))
        names = chunk["locations"]["names"]
        locations, location_count = decode_indexes(path, chunk["locations"]["at"], count)
        check(len(names) == location_count, path, f"{len(names)} names instead of {location_count}")
        each = len(self.dataset.points)
        numbers = list(itertools.accumulate(decode_numbers(path, chunk["locations"]["points"], each * len(names))))
        texts = [decode_texts(path, chunk, field, count) for field in self.dataset.texts]
        entries = []
        for identifier, combination in zip(identifiers, combinations):
            place = locations[combination]
            of_place = [points[number] for number in numbers[each * place : each * (place + 1)]]
            values = [values[combination] for values in texts]
            entries.append([identifier, None, names[place], of_place, values])
        if self.dataset.time_field:
            minutes = itertools.accumulate(decode_numbers(path, chunk["times"]["minutes"], records))
            seconds = decode_numbers(path, chunk["times"]["seconds"], records)
            for entry, minute, second in zip(entries, minutes, seconds):
                entry[1] = 60 * minute + second
            sorted_entries = sorted(range(records), key=lambda i: -entries[i][1])
            rows = range(records)
        else:
            # Reversed sorting keeps the order of equal names. UTF-16 with the higher byte first sorts by code units.
            name_units = [(entry[2] or "").encode("utf-16-be", "surrogatepass") for entry in entries]
            sorted_entries = sorted(range(records), key=name_units.__getitem__, reverse=True)
            rows = list(itertools.accumulate(decode_numbers(path, chunk["rows"], records)))
        row_of_entry = dict(zip(sorted_entries, rows))
        return entries, [row_of_entry[index] for index in range(records)]

    def columns(self):
        points = self.read_flatbush()
        column_table = self.chunk_table(self.files["columns"], COLUMN_TABLE)
        detail_tables = [self.chunk_table(table, DETAIL_TABLE) for table in self.files["details"]]
        for index, (reference, records) in enumerate(column_table):
            entries, rows = self.read_column_chunk(reference, records, points)
            for fields, table in zip(self.dataset.details, detail_tables):
                detail_reference, detail_records = table[index]
                check(detail_records == records, detail_reference.path, "another number of records than the column chunk")
                chunk, combinations, count = self.read_chunk(detail_reference, records, "coastwatch-details")
                for field in fields:
                    values = decode_texts(detail_reference.path, chunk, field, count)
                    for entry, combination in zip(entries, combinations):
                        entry[4].append(values[combination])
            yield from (entry for _, entry in sorted(zip(rows, entries), key=lambda pair: pair[0]))

    def points(self):
        parts = [self.read_file(self.reference(part, "json")) for part in self.files["points"]]
        if not parts:
            return
        path = "the records of the points"
        value = json.loads(b"".join(parts))
        points, offsets = self.read_flatbush(), value["offsets"]
        check(value["dataVersion"] == self.manifest["dataVersion"], path, "another data version")
        check(len(offsets) == len(points) + 1, path, "another number of points than the Flatbush index")
        for point, start, end in zip(points, offsets, offsets[1:]):
            yield [*point, value["ids"][start:end]]

    def version(self):
        lines = ""
        for name, files in self.manifest["datasets"].items():
            tables = [files["list"], files["tiles"], *files["identifiers"], files["columns"], *files["details"]]
            index = files["flatbush"]["hash"] if files["flatbush"] else "none"
            lines += " ".join([name, *(table["hash"] for table in tables), index]) + "\n"
        return [content_hash(lines.encode())[:16]]


def main(directory, command, *names):
    for line in getattr(Reader(directory, *names), command)():
        text = line if isinstance(line, str) else value_text(line)
        sys.stdout.buffer.write(text.encode() + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) > 2 else sys.exit(__doc__)
