/** Numbers and names as the page shows them. */

const three = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

export const number = (value) => (value === null || value === undefined ? "–" : three.format(value));

/** 12×, 3.4×, 0.83×. */
export function ratio(value) {
  if (value === null || value === undefined) return "–";
  return `${value >= 999.5 ? three.format(value) : value >= 9.95 ? value.toFixed(0) : value >= 0.995 ? value.toFixed(1) : value.toFixed(2)}`;
}

export const times = (value) => (value === null || value === undefined ? "–" : `${ratio(value)}×`);

export function nanos(value) {
  if (value === null || value === undefined) return "–";
  const [divisor, unit] = value >= 1e6 ? [1e6, "ms"] : value >= 1e4 ? [1e3, "µs"] : [1, "ns"];
  return `${three.format(value / divisor)} ${unit}`;
}

/** A round number of nanoseconds. */
export function tick(value) {
  const [divisor, unit] = value >= 1e6 ? [1e6, "ms"] : value >= 1e3 ? [1e3, "µs"] : [1, "ns"];
  return `${three.format(value / divisor)} ${unit}`;
}

/** 1000 is 1k. */
export function chars(size) {
  return size >= 1e6 ? `${size / 1e6}M` : size >= 1000 ? `${size / 1000}k` : String(size);
}

/** 4096 is 4K. */
export function bytes(size) {
  return size >= 1 << 20 ? `${size >> 20}M` : size >= 1024 ? `${size >> 10}K` : String(size);
}

export const NAMES = {
  "ISO-8859-1": "Latin-1",
  read: "Read: memory to String",
  readTerminated: "Read up to the terminator",
  write: "Write: String to memory",
  contentEquals: "Compare memory with a String",
  readBatch: "Read 1000 strings in one call, per string",
  writeBatch: "Write 1000 strings in one call, per string",
  Segments: "memory segments",
  Buffers: "byte buffers",
  Tensors: "tensors of strings in segments",
  BufferTensors: "tensors of strings in byte buffers",
  Columns: "columns in the memory of Arrow's vectors",
  Values: "values in slots, text by code points",
  PackedCalls: "packed calls",
  TextOperations: "fields, calls, C strings, views, caches, streams, indexes",
  fieldGet: "Read a field of a struct",
  fieldSet: "Write a field of a struct",
  fieldEquals: "Compare a field of a struct with a String",
  callPair: "Call with a pointer and a length",
  callTerminated: "Call with a terminated text",
  callBuffer: "Call that fills a buffer",
  callOwned: "Call whose result is freed",
  callPointers: "Call with an array of three texts",
  callBack: "Callback with a pointer and a length",
  writeTerminated: "Write a text and a terminator",
  allocateTerminated: "Write a text and a terminator to new memory",
  readPointer: "Pointer to a String",
  readPointers: "Array of pointers to Strings, per string",
  writePointers: "Strings to an array of pointers, per string",
  writeFewPointers: "4 Strings to an array of pointers, per string",
  writeFew: "Write 4 strings in one call, per string",
  writeTruncated: "Write half of a text and a terminator",
  viewCompare: "Compare text in memory with a String",
  viewHash: "Hash code of text in memory",
  viewIndexOf: "Search in text in memory",
  cacheZipf: "Values of a column, some of which are frequent",
  decodeChunks: "Decode a stream in chunks of 8 KiB",
  indexBuild: "Create an index of positions",
  indexChar: "UTF-8 offset to String index",
  indexUnit: "String index to UTF-8 offset",
  newarena: "an arena for each call",
  string: "a String first",
  nop: "Call a function that does nothing",
  echo: "Call with a string, which comes back",
  upcall: "Call native code that calls Java",
  readArray: "Array of the library to Strings, per string",
  "tvm-ffi": "libtvm_ffi",
  "stand-in": "a stand-in for libtvm_ffi",
  codePoint: "Any code point of a text",
  readSlot: "Read a short string out of a slot",
  writeSlot: "Write a short string into a slot",
  nothing: "A native call that does nothing",
  decode: "Tensor or column to Strings, per string",
  encode: "Strings to a tensor, per string",
  lengths: "Length of each string of a tensor",
  get: "Rows of a column, one by one",
  hashCodes: "Hash codes of a column, per row",
  selectEqual: "Rows that equal a text, per row",
  selectPrefix: "Rows that start with a text, per row",
  build: "Strings to a column, per string",
  many: "global, after all kinds of memory were used",
  best: "the best the CPU has",
  avx2: "AVX2 forced",
  jdk: "the JDK",
  copy: "a copy to the heap and new String",
  decoder: "CharsetDecoder, CharsetEncoder",
  javacpp: "JavaCPP",
  jna: "JNA",
  lwjgl: "LWJGL",
  arrow: "Arrow Java",
  plain: "plain Java, unchecked",
  calls: "two calls for each string",
  critical: "two critical calls for each string",
  copies: "a call for each string",
  twocopies: "a copy to an array and one to a String, unchecked",
  pack: "copied together, then new String",
  newstring: "JNI NewString",
  tensorflow: "TensorFlow for Java",
  native: "JNI",
  jninop: "a call by JNI that does nothing",
  ffmnop: "a critical call of FFM that does nothing",
  byhand: "FFM by hand",
  tvm4j: "tvm4j's way, emulated",
};

export const name = (value) => NAMES[value] ?? String(value);
