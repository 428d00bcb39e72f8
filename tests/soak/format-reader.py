#!/usr/bin/env python3
"""Reads the data files of a site. This program was written from docs/data-format.md alone, to test that page.

Usage: format-reader.py TREE [COMMAND]

TREE is a directory or the http URL of a site. Without a command, commands are read from standard input, one per line:

  record DATASET IDENTIFIER                                     the record, or null
  page DATASET asc|desc START END                               records [START, END) of the list
  radius DATASET LONGITUDE LATITUDE METRES asc|desc START END   how many records, and records [START, END) of them
  nearest DATASET LONGITUDE LATITUDE                            the nearest record, or null
  columns DATASET                                               identifier, key, texts and points of each record, one per line
  points DATASET                                                longitude, latitude and identifiers of each point, one per line
  version                                                       the data version, computed from the hashes of the tables

Results are JSON. The exit code is 1 if the data is damaged, with the reason on standard error.
"""

import bisect
import datetime
import decimal
import functools
import hashlib
import itertools
import json
import math
import os
import re
import struct
import sys
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections import namedtuple

VERSION = 11
LARGEST_INTEGER = 2**53 - 1
LIST_TABLE, TILE_TABLE, IDENTIFIER_TABLE, TILE, IDENTIFIER_BLOCK, COLUMN_TABLE, DETAIL_TABLE = range(1, 8)
EPOCH = datetime.datetime(1970, 1, 1)
YEAR_0, YEAR_10000 = -62_167_219_200, 253_402_300_800
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
        [["CoastalFeatureLGAName"]],
    ),
    "RawData": Dataset(
        "RawData",
        documented_fields("RawData"),
        [("LocationX", "LocationY")],
        "SightingDateTime",
        "LocationValue",
        ["InteractionValue", "SightingSpeciesValue", "OwnerValue", "ObjectId"],
        [["SightingSizeValue", "SightingNumbervalue", "Distance", "DistanceUnit"], ["LocationDetail"]],
    ),
}

Reference = namedtuple("Reference", "path bytes")
ListTable = namedtuple("ListTable", "shards records text_bytes keys ordinals tied_after firsts")
Tile = namedtuple("Tile", "reference records newest smallest west south east north positions_bytes checksum")
Positions = namedtuple("Positions", "columns column_records locations records points")
Line = namedtuple("Line", "text is_tied")


class DamagedData(Exception):
    pass


def check(is_right, path, reason):
    if not is_right:
        raise DamagedData(f"{path}: {reason}")


def content_hash(content):
    return hashlib.sha256(content).digest()[:16].hex()


def checksum(content):
    return zlib.crc32(content) & 0xFFFF


def parse_json(path, content):
    def refuse(constant):
        raise ValueError(f"{constant} is not JSON")

    try:
        return json.loads(content.decode("utf-8"), parse_constant=refuse)
    except ValueError as error:
        raise DamagedData(f"{path}: not JSON: {error}") from error


def parse_versioned(path, content, name):
    value = parse_json(path, content)
    is_known = isinstance(value, dict) and value.get("format") == name and value.get("version") == VERSION
    check(is_known, path, f"not {name} of version {VERSION}")
    return value


# --- Files ---


class Tree:
    """The files of a site, in a directory or over HTTP."""

    def __init__(self, root, bypasses_caches=False):
        self.root = root
        self.is_remote = re.match("https?://", root) is not None
        self.bypasses_caches = bypasses_caches

    def read(self, path, revalidates=False):
        return self._fetch(path, None, revalidates) if self.is_remote else self._open(path, 0, -1)

    def read_part(self, reference, offset, length):
        """Returns up to `length` bytes, fewer only at the end of the file."""
        path = reference.path
        length = min(length, reference.bytes - offset)
        check(length > 0, path, "a part begins after the end of the file")
        part = self._fetch(path, (offset, length), False) if self.is_remote else self._open(path, offset, length)
        check(len(part) == length, path, f"{len(part)} bytes instead of {length} from offset {offset}")
        return part

    def read_file(self, reference):
        content = self.read(reference.path)
        check(len(content) == reference.bytes, reference.path, f"{len(content)} bytes instead of {reference.bytes}")
        check(reference.path.startswith(f"data/{content_hash(content)}."), reference.path, "wrong content hash")
        return content

    def _open(self, path, offset, length):
        try:
            with open(os.path.join(self.root, path), "rb") as file:
                file.seek(offset)
                return file.read(length)
        except OSError as error:
            raise DamagedData(f"{path}: {error.strerror}") from error

    def _fetch(self, path, part, revalidates):
        # urllib sends `Accept-Encoding: identity`. That matters for parts, whose offsets count in the uncompressed file.
        request = urllib.request.Request(urllib.parse.urljoin(self.root.rstrip("/") + "/", path))
        if revalidates or self.bypasses_caches:
            request.add_header("Cache-Control", "no-cache")
        if part:
            request.add_header("Range", f"bytes={part[0]}-{sum(part) - 1}")
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                content, status, headers = response.read(), response.status, response.headers
        except (OSError, urllib.error.URLError) as error:
            raise DamagedData(f"{path}: {error}") from error
        check(status == 200 or (part and status == 206), path, f"status {status}")
        check(headers.get_content_type() != "text/html", path, "an HTML page")
        if not part:
            return content
        if status == 200:
            return content[part[0] : sum(part)]
        check(headers.get("Content-Range", "").startswith(f"bytes {part[0]}-"), path, "another part than requested")
        return content


class BinaryFile:
    """The content of a binary file, or of its start, read from the header to the end."""

    def __init__(self, path, content, kind, length):
        self.path, self.content, self.offset = path, content, 12
        check(len(content) >= 12, path, "truncated")
        header = struct.unpack("<4sBBHI", content[:12])
        check(header == (b"CWDT", kind, VERSION, 0, length), path, f"wrong header: {header}")

    def take(self, count):
        self.offset += count
        check(self.offset <= len(self.content), self.path, "ends too early")
        return self.content[self.offset - count : self.offset]

    def finish(self):
        check(self.offset == len(self.content), self.path, "bytes after the end of the content")

    def check_count(self, count, bytes_of_each=1):
        check(count * bytes_of_each <= len(self.content) - self.offset, self.path, "more items than the file can contain")

    def byte(self):
        if self.offset == len(self.content):
            raise DamagedData(f"{self.path}: ends too early")
        self.offset += 1
        return self.content[self.offset - 1]

    def unsigned(self, value=0, shift=0):
        byte = 128
        while byte >= 128:
            byte = self.byte()
            value += (byte & 127) << shift
            shift += 7
            if value > LARGEST_INTEGER:
                raise DamagedData(f"{self.path}: a number above 2^53 - 1")
        return value

    def signed(self):
        byte = self.byte()
        magnitude = byte >> 1 & 63
        if byte >= 128:
            magnitude = self.unsigned(magnitude, 6)
        return -magnitude if byte & 1 else magnitude

    def unsigned_column(self, count):
        self.check_count(count)
        return [self.unsigned() for _ in range(count)]

    def sums(self, numbers):
        sums = list(itertools.accumulate(numbers))
        check(all(abs(value) <= LARGEST_INTEGER for value in sums), self.path, "a number above 2^53 - 1")
        return sums

    def differences(self, count):
        self.check_count(count)
        return self.sums(self.signed() for _ in range(count))

    def degrees(self, count, limit):
        decimals = self.byte()
        if decimals == 255:
            self.check_count(count, 8)
            values = struct.unpack(f"<{count}d", self.take(8 * count))
        else:
            check(decimals <= 9, self.path, f"{decimals} decimals")
            values = [number / 10**decimals for number in self.differences(count)]
        check(all(-limit <= value <= limit for value in values), self.path, "a number that is not degrees")
        return values

    def sparse(self, count):
        non_zero = self.unsigned()
        self.check_count(non_zero, 2)
        indexes = self.sums(self.unsigned_column(non_zero))
        values = [0] * count
        for index, value in zip(indexes, self.unsigned_column(non_zero)):
            check(index < count, self.path, "a value after the end of its column")
            values[index] = value
        return values

    def references(self, extension):
        count = self.unsigned()
        self.check_count(count, 17)
        hashes = [self.take(16).hex() for _ in range(count)]
        return [Reference(f"data/{name}.{extension}", self.unsigned()) for name in hashes]


# --- Distances ---

EQUATORIAL_RADIUS, FLATTENING = 6_378_137.0, 1 / 298.257223563
# All radii of curvature of the ellipsoid are between these: the meridian's at the equator, and both at the poles.
SMALLEST_RADIUS = EQUATORIAL_RADIUS * (1 - FLATTENING) ** 2
LARGEST_RADIUS = EQUATORIAL_RADIUS / (1 - FLATTENING)


def geodesic_distance(longitude_1, latitude_1, longitude_2, latitude_2):
    """The distance in metres on the WGS 84 ellipsoid, by Vincenty's inverse formula."""
    # Points that are written in two ways must be at the same distance: the meridians 180 and -180, and a pole.
    longitude_1, longitude_2 = (-180.0 if x == 180 else x for x in (longitude_1, longitude_2))
    is_pole = abs(latitude_1) == 90 or abs(latitude_2) == 90
    difference = 0.0 if is_pole else math.radians(math.remainder(longitude_2 - longitude_1, 360))
    # The formula divides by the sine of the distance.
    if latitude_1 == latitude_2 and difference == 0:
        return 0.0
    reduced_1, reduced_2 = (math.atan((1 - FLATTENING) * math.tan(math.radians(x))) for x in (latitude_1, latitude_2))
    sin_1, cos_1, sin_2, cos_2 = math.sin(reduced_1), math.cos(reduced_1), math.sin(reduced_2), math.cos(reduced_2)
    longitude = difference
    for _ in range(200):
        sin_longitude, cos_longitude = math.sin(longitude), math.cos(longitude)
        sin_sigma = math.hypot(cos_2 * sin_longitude, cos_1 * sin_2 - sin_1 * cos_2 * cos_longitude)
        cos_sigma = sin_1 * sin_2 + cos_1 * cos_2 * cos_longitude
        sigma = math.atan2(sin_sigma, cos_sigma)
        if sin_sigma == 0:
            break
        sin_alpha = cos_1 * cos_2 * sin_longitude / sin_sigma
        square = 1 - sin_alpha**2
        # Along the equator, the square is 0.
        middle = cos_sigma - 2 * sin_1 * sin_2 / square if square > 0 else 0.0
        c = FLATTENING / 16 * square * (4 + FLATTENING * (4 - 3 * square))
        series = sigma + c * sin_sigma * (middle + c * cos_sigma * (2 * middle**2 - 1))
        before, longitude = longitude, difference + (1 - c) * FLATTENING * sin_alpha * series
        if abs(longitude - before) < 1e-13:
            u = square * ((1 - FLATTENING) ** -2 - 1)
            a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)))
            b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)))
            cubic = b / 6 * middle * (4 * sin_sigma**2 - 3) * (4 * middle**2 - 3)
            correction = b * sin_sigma * (middle + b / 4 * (cos_sigma * (2 * middle**2 - 1) - cubic))
            return EQUATORIAL_RADIUS * (1 - FLATTENING) * a * (sigma - correction)
    if sigma < 1:
        return 0.0
    raise ArithmeticError("Vincenty's formula has no result for points on opposite sides of the earth")


def shortest_distance(longitude, latitude, west, south, east, north):
    """A lower bound of the distance in metres to any point of the box."""
    if west <= longitude <= east:
        angle = math.radians(max(south - latitude, latitude - north, 0))
    else:
        # The nearest point of the box on a sphere is on its nearer meridian.
        across = math.radians(min(abs(math.remainder(edge - longitude, 360)) for edge in (west, east)))
        low, centre, high = math.radians(south), math.radians(latitude), math.radians(north)
        nearest = math.atan2(math.sin(centre), math.cos(centre) * math.cos(across))
        squares = (
            math.sin((y - centre) / 2) ** 2 + math.cos(y) * math.cos(centre) * math.sin(across / 2) ** 2
            for y in (low, min(max(low, nearest), high), high)
        )
        angle = 2 * math.asin(min(1, math.sqrt(min(squares))))
    # Far away, the arc sine loses half of the digits: less than a metre.
    return max(0, SMALLEST_RADIUS * angle - 1)


def longest_distance(longitude, latitude, west, south, east, north):
    """An upper bound of the distance in metres to any point of the box: along a meridian, then along a parallel."""
    up = max(abs(south - latitude), abs(north - latitude))
    has_opposite_meridian = west <= math.remainder(longitude + 180, 360) <= east
    edges = [180.0] if has_opposite_meridian else [abs(math.remainder(edge - longitude, 360)) for edge in (west, east)]
    widest = 1 if south <= 0 <= north else max(math.cos(math.radians(south)), math.cos(math.radians(north)))
    return LARGEST_RADIUS * math.radians(up + max(edges) * widest) + 1


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
    if isinstance(value, (int, float)):
        return number_text(value)
    text = json.dumps(value, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda surrogate: f"\\u{ord(surrogate[0]):04x}", text)


def time_key(text):
    return (datetime.datetime.fromisoformat(text) - EPOCH) // datetime.timedelta(seconds=1)


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
        check(all(0 <= index < len(column["values"]) for index in column["at"]), path, "an index without a value")
        values = [column["values"][index] for index in column["at"]]
    check(len(values) == records, path, f"a column of {len(values)} values for {records} records")
    return values


def decode_numbers(path, text, length=None):
    column, bits, shift = [], 0, 0
    for digit in text:
        check(digit in DIGITS, path, "a column that is not base64 VLQ")
        bits += (DIGITS[digit] & 31) << shift
        shift += 5
        check(bits >> 1 <= LARGEST_INTEGER, path, "a number above 2^53 - 1")
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
        check(0 <= number <= len(recent), path, "a number above the number of indexes so far")
        recent.insert(0, len(recent) if number == 0 else recent.pop(number - 1))
        indexes.append(recent[0])
    return indexes, len(recent)


def decode_texts(path, chunk, field, combinations):
    """The value of a text field for each combination."""
    indexes, count = decode_indexes(path, chunk["texts"][field]["at"], combinations)
    values = chunk["texts"][field]["values"]
    check(len(values) == count, path, f"{len(values)} values instead of {count} for {field}")
    return [values[index] for index in indexes]


# --- Queries ---


class Reader:
    """Reads a dataset of one manifest."""

    def __init__(self, tree, dataset_name=None):
        self.tree = tree
        # Cached, so that a query does not read the same shard, column file or whole tile twice.
        self.shard_lines = functools.cache(self.shard_lines)
        self.read_columns = functools.cache(self.read_columns)
        self.read_tile = functools.cache(self.read_tile)
        path = "data/manifest.json"
        content = tree.read(path, revalidates=True)
        manifest = parse_versioned(path, content, "coastwatch-data")
        hashed = content[:-1].partition(b',"content":')[2]
        check(content_hash(hashed) == manifest.get("checksum"), path, "wrong checksum")
        self.manifest = manifest["content"]
        if dataset_name is not None:
            self.dataset = DATASETS[dataset_name]
            self.files = self.manifest["datasets"][dataset_name]
            self.records = self.files["records"]

    def reference(self, file, extension="bin"):
        return Reference(f"data/{file['hash']}.{extension}", file["bytes"])

    def open_binary(self, reference, kind):
        return BinaryFile(reference.path, self.tree.read_file(reference), kind, reference.bytes)

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
        firsts = list(itertools.accumulate(records, initial=0))
        return ListTable(shards, records, text_bytes, keys, ordinals, tied_after, firsts)

    def shard_lines(self, reference, records, text_bytes):
        content = self.tree.read_file(reference)
        check(content[:1] == b"[" and content[-1:] == b"]", reference.path, "not enclosed in brackets")
        try:
            text = content[1:-1].decode("utf-8")
        except UnicodeDecodeError as error:
            raise DamagedData(f"{reference.path}: not UTF-8") from error
        lines = [Line(line.removeprefix("\t"), line.startswith("\t")) for line in text.split(",\n")] if text else []
        check(len(lines) == records, reference.path, f"{len(lines)} records instead of {records}")
        actual = sum(len(line.text.encode()) for line in lines)
        check(actual == text_bytes, reference.path, f"{actual} bytes of text instead of {text_bytes}")
        return lines

    def lines(self, table, shard):
        return self.shard_lines(table.shards[shard], table.records[shard], table.text_bytes[shard])

    def shard_with(self, table, index):
        return bisect.bisect_right(table.firsts, index) - 1

    def descending(self, table, start, end):
        while start < end:
            shard = self.shard_with(table, start)
            first, next_first = table.firsts[shard], table.firsts[shard + 1]
            for line in self.lines(table, shard)[start - first : end - first]:
                yield line.text
            start = next_first

    def tied_group(self, table, index):
        """The bounds in the descending list of the tied records around an index."""
        shard = self.shard_with(table, index)
        lines, first = self.lines(table, shard), table.firsts[shard]
        start, end = index - first, index - first + 1
        while start > 0 and lines[start].is_tied:
            start -= 1
        while end < len(lines) and lines[end].is_tied:
            end += 1
        before = table.ordinals[shard] if start == 0 else 0
        after = table.tied_after[shard] if end == len(lines) else 0
        return first + start - before, first + end + after

    def ascending(self, table, start, end):
        while start < end:
            group_start, group_end = self.tied_group(table, self.records - 1 - start)
            ascending_start, ascending_end = self.records - group_end, self.records - group_start
            stop = min(end, ascending_end)
            shift = group_start - ascending_start
            yield from self.descending(table, start + shift, stop + shift)
            start = stop

    def page(self, order, start, end):
        list_part = self.descending if order == "desc" else self.ascending
        return list(list_part(self.list_table(), start, min(end, self.records)))

    def record_at(self, negative_key, ordinal):
        """The record with a position. Keys are negated so that positions ascend in list order."""
        table, key = self.list_table(), -negative_key
        starts = [(-first_key, first_ordinal) for first_key, first_ordinal in zip(table.keys, table.ordinals)]
        shard = bisect.bisect_right(starts, (-key, ordinal)) - 1
        check(shard >= 0, "the list", f"no record at the position {key}, {ordinal}")
        line_key, line_ordinal = table.keys[shard], table.ordinals[shard]
        for index, line in enumerate(self.lines(table, shard)):
            if index > 0:
                line_ordinal = line_ordinal + 1 if line.is_tied else 0
                if self.dataset.time_field:
                    line_key = time_key(json.loads(line.text)[self.dataset.time_field])
                elif not line.is_tied:
                    line_key -= 1
            if (line_key, line_ordinal) == (key, ordinal):
                return line.text
        raise DamagedData(f"{table.shards[shard].path}: no record at the position {key}, {ordinal}")

    # Identifiers

    def record(self, identifier):
        tables = [table for table in self.files["identifiers"] if table["first"] <= identifier]
        if not tables:
            return None
        file = self.open_binary(self.reference(tables[-1]), IDENTIFIER_TABLE)
        blocks = file.references("bin")
        firsts = file.sums(file.unsigned_column(len(blocks)))
        file.finish()
        block = bisect.bisect_right(firsts, identifier) - 1
        return None if block < 0 else self.record_of_block(blocks[block], identifier)

    def record_of_block(self, reference, identifier):
        file = self.open_binary(reference, IDENTIFIER_BLOCK)
        shards = file.references("json")
        longest, records = file.unsigned(), file.unsigned()
        identifiers = file.sums(file.unsigned_column(records))
        shard_indexes, offsets = file.differences(records), file.differences(records)
        checksums = struct.unpack(f"<{records}H", file.take(2 * records))
        file.finish()
        check(all(0 <= shard < len(shards) for shard in shard_indexes), file.path, "a record in an unknown shard")
        check(all(offset >= 0 for offset in offsets), file.path, "a record before the start of its shard")
        if identifier not in identifiers:
            return None
        row = identifiers.index(identifier)
        shard, offset = shards[shard_indexes[row]], offsets[row]
        text = self.cut_record(shard, offset, self.tree.read_part(shard, offset, longest + 2))
        if checksum(text) != checksums[row]:
            text = self.cut_record(shard, offset, self.tree.read_file(shard)[offset : offset + longest + 2])
            check(checksum(text) == checksums[row], file.path, f"wrong checksum for record {identifier}")
        beginning = f'{{"{self.dataset.fields[0]}":{identifier},'
        check(text.startswith(beginning.encode()), shard.path, f"no record {identifier} at offset {offset}")
        return text.decode("utf-8")

    def cut_record(self, shard, offset, part):
        end = part.find(b",\n")
        if end < 0 and offset + len(part) == shard.bytes and part.endswith(b"]"):
            end = len(part) - 1
        check(end >= 0, shard.path, f"the record at offset {offset} has no end")
        return part[:end]

    # Places

    def tiles(self):
        reference = self.reference(self.files["tiles"])
        file = self.open_binary(reference, TILE_TABLE)
        tiles = file.references("bin")
        count = len(tiles)
        records, newest, spans = file.unsigned_column(count), file.differences(count), file.unsigned_column(count)
        west, south, east, north = (file.degrees(count, limit) for limit in (180, 90, 180, 90))
        lengths, checksums = file.unsigned_column(count), file.unsigned_column(count)
        file.finish()
        self.check_total(reference, records)
        check(all(map(lambda a, b, c, d: a <= b and c <= d, west, east, south, north)), file.path, "a box out of order")
        smallest = [key - span for key, span in zip(newest, spans)]
        return list(map(Tile, tiles, records, newest, smallest, west, south, east, north, lengths, checksums))

    def parse_positions(self, tile, file):
        columns = file.references("json")
        column_records = file.unsigned_column(len(columns))
        locations, point_count = file.unsigned(), file.unsigned()
        check(point_count == len(self.dataset.points), file.path, f"{point_count} points")
        records = file.unsigned_column(locations)
        points = [(file.degrees(locations, 180), file.degrees(locations, 90)) for _ in range(point_count)]
        check(sum(records) == tile.records, file.path, "locations with another number of records than the table says")
        check(sum(column_records) == tile.records, file.path, "columns with another number of records than the table says")
        # For each location, its points; for each point, its longitude and latitude.
        return Positions(columns, column_records, locations, records, list(zip(*(zip(*point) for point in points))))

    def read_positions(self, tile):
        """Reads the positions of a tile without its keys."""
        part = self.tree.read_part(tile.reference, 0, tile.positions_bytes)
        if checksum(part) != tile.checksum:
            part = self.tree.read_file(tile.reference)[: tile.positions_bytes]
            check(checksum(part) == tile.checksum, tile.reference.path, "positions with a wrong checksum")
        file = BinaryFile(tile.reference.path, part, TILE, tile.reference.bytes)
        positions = self.parse_positions(tile, file)
        file.finish()
        return positions

    def read_tile(self, tile):
        """Reads a tile with the keys and ordinals of its records."""
        file = self.open_binary(tile.reference, TILE)
        positions = self.parse_positions(tile, file)
        check(file.offset == tile.positions_bytes, file.path, "positions of another length than the table says")
        keys, ordinals = file.differences(tile.records), file.sparse(tile.records)
        file.finish()
        return positions, keys, ordinals

    def read_columns(self, reference, records):
        value = parse_versioned(reference.path, self.tree.read_file(reference), "coastwatch-tile-records")
        check(value["records"] == records, reference.path, f"{value['records']} records instead of {records}")
        return {field: restore_column(reference.path, column, records) for field, column in value["columns"].items()}

    def restore_record(self, positions, row, location, key):
        """Restores the text of a record from a tile and its columns."""
        values = {self.dataset.time_field: time_text(key)} if self.dataset.time_field else {}
        for fields, point in zip(self.dataset.points, positions.points[location]):
            values.update(zip(fields, point))
        for reference, records in zip(positions.columns, positions.column_records):
            if row < records:
                columns = self.read_columns(reference, records)
                values.update((field, column[row]) for field, column in columns.items())
                break
            row -= records
        missing = [field for field in self.dataset.fields if field not in values]
        check(not missing, reference.path, f"no column for {missing}")
        return "{" + ",".join(f"{json.dumps(field)}:{value_text(values[field])}" for field in self.dataset.fields) + "}"

    def radius(self, longitude, latitude, radius, order, start, end):
        def is_within(points):
            return any(
                shortest_distance(longitude, latitude, x, y, x, y) <= radius
                and geodesic_distance(longitude, latitude, x, y) <= radius
                for x, y in points
            )

        total, tiles = 0, []
        for tile in self.tiles():
            box = tile.west, tile.south, tile.east, tile.north
            if shortest_distance(longitude, latitude, *box) > radius:
                continue
            found = tile.records
            if longest_distance(longitude, latitude, *box) > radius:
                positions = self.read_positions(tile)
                found = sum(n for n, points in zip(positions.records, positions.points) if is_within(points))
            total += found
            if found > 0:
                tiles.append((-tile.newest if order == "desc" else tile.smallest, tile))
        page = []
        for first_key, tile in sorted(tiles):
            # A tile whose first key is that of the page's last record may have a record with a smaller ordinal.
            if end == 0 or (len(page) == end and first_key > page[-1][0]):
                break
            positions, keys, ordinals = self.read_tile(tile)
            row = 0
            for location, records in enumerate(positions.records):
                if is_within(positions.points[location]):
                    for i in range(row, row + records):
                        sort_key = -keys[i] if order == "desc" else keys[i]
                        page.append((sort_key, ordinals[i], (positions, i, location, keys[i])))
                row += records
            page.sort(key=lambda entry: entry[:2])
            del page[end:]
        return total, [self.restore_record(*entry[2]) for entry in page[start:end]]

    def nearest(self, longitude, latitude):
        bounds = [(shortest_distance(longitude, latitude, *tile[4:8]), tile) for tile in self.tiles()]
        smallest, found = math.inf, []
        for bound, tile in sorted(bounds):
            if bound > smallest:
                break
            for location, points in enumerate(self.read_positions(tile).points):
                for x, y in points:
                    if shortest_distance(longitude, latitude, x, y, x, y) > smallest:
                        continue
                    distance = geodesic_distance(longitude, latitude, x, y)
                    if distance < smallest:
                        smallest, found = distance, []
                    if distance == smallest:
                        found.append((tile, location))
        candidates = []
        for tile, location in found:
            positions, keys, ordinals = self.read_tile(tile)
            # The records of a location are in list order, so its first record is the first in that order.
            row = sum(positions.records[:location])
            candidates.append((-keys[row], ordinals[row]))
        return self.record_at(*min(candidates)) if candidates else None

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
        content = self.tree.read_file(reference)
        check(len(content) > 8, reference.path, "truncated")
        *start, items = struct.unpack("<BBHI", content[:8])
        check(start == [0xFB, 0x38, 16], reference.path, "an index of another type or version")
        boxes = level = items
        while level > 1 or boxes == items:
            level = -(-level // 16)
            boxes += level
        width, form = (4, "I") if boxes >= 16_384 else (2, "H")
        check(len(content) == 8 + boxes * (32 + width), reference.path, "another length than its number of items needs")
        numbers = struct.unpack_from(f"<{items}{form}", content, 8 + 32 * boxes)
        check(sorted(numbers) == list(range(items)), reference.path, "an item that is missing or occurs twice")
        points = [None] * items
        for number, (x, y, *_) in zip(numbers, struct.iter_unpack("<4d", content[8 : 8 + 32 * items])):
            check(abs(x) <= 180 and abs(y) <= 90, reference.path, "a point that is not degrees")
            points[number] = (x, y)
        return points

    def read_chunk(self, reference, records, name):
        chunk = parse_versioned(reference.path, self.tree.read_file(reference), name)
        check(chunk["records"] == records, reference.path, f"{chunk['records']} records instead of {records}")
        combinations, count = decode_indexes(reference.path, chunk["combinations"], records)
        return chunk, combinations, count

    def read_column_chunk(self, reference, records, points):
        """The records of a chunk by ascending identifiers, and the row of each."""
        path = reference.path
        chunk, combinations, count = self.read_chunk(reference, records, "coastwatch-columns")
        identifiers = list(itertools.accumulate(decode_numbers(path, chunk["identifiers"], records)))
        bounds = zip([-1, *identifiers], [*identifiers, LARGEST_INTEGER + 1])
        check(all(a < b for a, b in bounds), path, "identifiers that are not ascending or too large")
        names = chunk["locations"]["names"]
        locations, location_count = decode_indexes(path, chunk["locations"]["at"], count)
        check(len(names) == location_count, path, f"{len(names)} names instead of {location_count}")
        each = len(self.dataset.points)
        numbers = list(itertools.accumulate(decode_numbers(path, chunk["locations"]["points"], each * len(names))))
        check(all(0 <= n < len(points) for n in numbers), path, "a point that the Flatbush index does not have")
        texts = {field: decode_texts(path, chunk, field, count) for field in self.dataset.texts}
        entries = []
        for identifier, combination in zip(identifiers, combinations):
            place = locations[combination]
            of_place = [points[number] for number in numbers[each * place : each * (place + 1)]]
            values = {field: values[combination] for field, values in texts.items()}
            entries.append({"identifier": identifier, "name": names[place], "points": of_place, "texts": values})
        if self.dataset.time_field:
            minutes = itertools.accumulate(decode_numbers(path, chunk["times"]["minutes"], records))
            seconds = decode_numbers(path, chunk["times"]["seconds"], records)
            check(all(0 <= second <= 59 for second in seconds), path, "a number of seconds outside 0 to 59")
            for entry, minute, second in zip(entries, minutes, seconds):
                entry["key"] = 60 * minute + second
                check(YEAR_0 <= entry["key"] < YEAR_10000, path, "a key outside the years 0 to 9999")
            sorted_entries = sorted(range(records), key=lambda i: -entries[i]["key"])
            rows = range(records)
        else:
            # Reversed sorting keeps the order of equal names. UTF-16 with the higher byte first sorts by code units.
            name_units = [(entry["name"] or "").encode("utf-16-be", "surrogatepass") for entry in entries]
            sorted_entries = sorted(range(records), key=name_units.__getitem__, reverse=True)
            rows = list(itertools.accumulate(decode_numbers(path, chunk["rows"], records)))
            check(sorted(rows) == list(range(records)), path, "a row that is missing or occurs twice")
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
                        entry["texts"][field] = values[combination]
            yield from (entry for _, entry in sorted(zip(rows, entries), key=lambda pair: pair[0]))

    def points(self):
        parts = [self.tree.read_file(self.reference(part, "json")) for part in self.files["points"]]
        if not parts:
            return
        path = "the records of the points"
        value = parse_json(path, b"".join(parts))
        points, offsets = self.read_flatbush(), value["offsets"]
        check(value["dataVersion"] == self.manifest["dataVersion"], path, "another data version")
        check(len(offsets) == len(points) + 1, path, "another number of points than the Flatbush index")
        for point, start, end in zip(points, offsets, offsets[1:]):
            yield *point, value["ids"][start:end]

    def version(self):
        lines = ""
        for name, files in self.manifest["datasets"].items():
            tables = [files["list"], files["tiles"], *files["identifiers"], files["columns"], *files["details"]]
            index = files["flatbush"]["hash"] if files["flatbush"] else "none"
            lines += " ".join([name, *(table["hash"] for table in tables), index]) + "\n"
        return content_hash(lines.encode())[:16]


def run(tree, command, values):
    """The lines of the result of a command, as JSON."""
    reader = Reader(tree, *values[:1])
    values = values[1:]
    if command == "record":
        return [reader.record(int(values[0])) or "null"]
    if command == "page":
        return ["[" + ",".join(reader.page(values[0], int(values[1]), int(values[2]))) + "]"]
    if command == "radius":
        longitude, latitude, metres, order, start, end = values
        total, records = reader.radius(float(longitude), float(latitude), float(metres), order, int(start), int(end))
        return [f'{{"total":{total},"records":[{",".join(records)}]}}']
    if command == "nearest":
        return [reader.nearest(*map(float, values)) or "null"]
    if command in ("columns", "points"):
        return [json.dumps(entry) for entry in getattr(reader, command)()]
    if command == "version":
        return [json.dumps(reader.version())]
    sys.exit(__doc__)


def main(root, *words):
    for command, *values in [words] if words else map(str.split, sys.stdin):
        try:
            lines = run(Tree(root), command, values)
        except DamagedData:
            # The tree may have been replaced while it was read.
            try:
                lines = run(Tree(root, bypasses_caches=True), command, values)
            except DamagedData as error:
                sys.exit(str(error))
        for line in lines:
            sys.stdout.buffer.write(line.encode() + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) > 1 else sys.exit(__doc__)
