"""Writes the files of this folder: pip install pyarrow==26.0.1; python3 make.py (see README.md)."""

import json

import pyarrow as pa

TEXTS = ["", "a", None, "twelve bytes", "thirteen byte", "h\u00e9llo \u4e16\u754c \U0001f600", "a\0b", "z" * 300, None, "a"]
BYTES = [b"", b"a", None, b"\xff\x00", b"\xc3", b"0123456789ab", b"0123456789abc", b"\x80" * 300, None, b"a"]


def batch(texts, raw):
    dictionary = pa.array(texts).dictionary_encode()
    columns = {
        "number": pa.array(range(len(texts)), pa.int64()),
        "utf8": pa.array(texts, pa.utf8()),
        "list": pa.array([[t, t] for t in texts], pa.list_(pa.utf8())),
        "large_utf8": pa.array(texts, pa.large_utf8()),
        "struct": pa.array([{"x": t, "y": 1} for t in texts]),
        "utf8_view": pa.array(texts, pa.string_view()),
        "nothing": pa.nulls(len(texts)),
        "binary": pa.array(raw, pa.binary()),
        "large_binary": pa.array(raw, pa.large_binary()),
        "flag": pa.array([True] * len(texts)),
        "binary_view": pa.array(raw, pa.binary_view()),
        "dictionary": pa.array(texts).dictionary_encode(),
        "dictionary_int8": pa.DictionaryArray.from_arrays(
            dictionary.indices.cast(pa.int8()), dictionary.dictionary.cast(pa.large_utf8())
        ),
        "dictionary_uint16": pa.DictionaryArray.from_arrays(
            dictionary.indices.cast(pa.uint16()), dictionary.dictionary.cast(pa.string_view())
        ),
    }
    return pa.record_batch(list(columns.values()), names=list(columns))


def write(name, batches, schema=None, options=None):
    schema = schema or batches[0].schema
    with pa.OSFile(name, "wb") as sink, pa.ipc.new_file(sink, schema, options=options) as file:
        for each in batches:
            file.write_batch(each)


def main():
    whole = batch(TEXTS, BYTES)
    write("types.arrow", [whole, whole.slice(3, 4), whole.slice(0, 0)])
    rows = TEXTS + TEXTS[3:7]
    raw = [None if b is None else b.hex() for b in BYTES + BYTES[3:7]]
    with open("types.json", "w", encoding="ascii") as out:
        json.dump({"texts": rows, "bytes": raw}, out, indent=1)
        out.write("\n")
    one = pa.record_batch([pa.array(TEXTS)], names=["text"])
    write("one.arrow", [one])
    write("empty.arrow", [], one.schema)
    write("compressed.arrow", [one], options=pa.ipc.IpcWriteOptions(compression="zstd"))
    first = pa.record_batch([pa.array(["a", "b"]).dictionary_encode()], names=["text"])
    joined = pa.array(["a", "b", "c"])
    second = pa.record_batch([pa.DictionaryArray.from_arrays(pa.array([1, 2], pa.int32()), joined)], names=["text"])
    write("delta.arrow", [first, second], options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True))


if __name__ == "__main__":
    main()
