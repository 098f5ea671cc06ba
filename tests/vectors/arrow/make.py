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


def union(*children):
    """A sparse union; its rows are those of the children in turn."""
    types = [i % len(children) for i in range(len(children[0]))]
    return pa.UnionArray.from_sparse(pa.array(types, pa.int8()), list(children))


def dense(first, second):
    types, offsets = pa.array([0, 1, 0], pa.int8()), pa.array([0, 0, 0], pa.int32())
    return pa.UnionArray.from_dense(types, offsets, [first, second])


def unions():
    """Columns of every form of a union, and of types that have few buffers. Their strings are all WRONG."""
    numbers = pa.array([1, 2, 3])
    wrong = pa.array(["WRONG"] * 3)
    views = pa.array(["WRONG, and too long for a view"] * 3, pa.string_view())
    offsets = pa.array([0, 1, 2, 3], pa.int32())
    return {
        "sparse": union(numbers, wrong),
        "dense": dense(numbers, wrong),
        "dense in sparse": union(dense(wrong, numbers), wrong),
        "sparse in dense": dense(union(wrong, numbers), wrong),
        "in struct": pa.StructArray.from_arrays([union(wrong, numbers), wrong], ["u", "w"]),
        "in list": pa.ListArray.from_arrays(offsets, union(numbers, wrong)),
        "in list of fixed size": pa.FixedSizeListArray.from_arrays(dense(wrong, numbers), 1),
        "in map": pa.MapArray.from_arrays(offsets, wrong, dense(numbers, wrong)),
        "of views": union(views, views),
        "of nulls": union(pa.nulls(3), wrong),
        "of dictionaries": union(wrong.dictionary_encode(), numbers),
        "nulls": pa.nulls(3),
        "list view": pa.ListViewArray.from_arrays(offsets[:3], pa.array([1, 1, 1], pa.int32()), union(wrong, numbers)),
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([3], pa.int32()), union(wrong[:1], numbers[:1])),
        "of runs": union(pa.RunEndEncodedArray.from_arrays(pa.array([3], pa.int32()), wrong[:1]), numbers),
    }


def between_unions():
    """After each column of unions(), a column of the same name with strings of one of five types."""
    columns, names = [], []
    for i, (form, column) in enumerate(unions().items()):
        strings = [f"{form}, 0", f"{form}, row 1", None]
        texts = [
            pa.array(strings),
            pa.array(strings, pa.large_utf8()),
            pa.array(strings, pa.string_view()),
            pa.array(strings).dictionary_encode(),
            pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], pa.int8()), pa.array(strings, pa.string_view())),
        ]
        columns += [column, texts[i % 5]]
        names += ["not text", form]
    return pa.record_batch(columns, names=names)


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
    for name in "V4", "V5":
        version = pa.ipc.IpcWriteOptions(metadata_version=pa.ipc.MetadataVersion[name])
        write(f"unions-{name.lower()}.arrow", [between_unions()], options=version)
    three = [union(pa.array([1, 2, 3]), pa.array(["WRONG"] * 3)) for _ in "abc"]
    batch_of_three = pa.record_batch(three + [pa.array(["x0", "x1", "x2"])], names=list("abcx"))
    old = pa.ipc.IpcWriteOptions(metadata_version=pa.ipc.MetadataVersion.V4)
    write("v4-sparse-unions.arrow", [batch_of_three], options=old)
    first = pa.record_batch([pa.array(["a", "b"]).dictionary_encode()], names=["text"])
    joined = pa.array(["a", "b", "c"])
    second = pa.record_batch([pa.DictionaryArray.from_arrays(pa.array([1, 2], pa.int32()), joined)], names=["text"])
    write("delta.arrow", [first, second], options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True))


if __name__ == "__main__":
    main()
