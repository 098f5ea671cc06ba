/*
 * What others call for each string of a tensor, so that it can be measured how they fare: functions that do what those of
 * TensorFlow's C API of the same names do, and what people write around them. Nothing of it is checked.
 */
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL, LARGE, OFFSET, VIEW };
enum { SMALL_ROOM = 22, ELEMENT = 24 };

static uint64_t word(const uint8_t *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint32_t half(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static uint8_t *pointer(const uint8_t *at) {
  uint8_t *value;
  memcpy(&value, at, sizeof value);
  return value;
}

size_t rival_size(const uint8_t *e) {
  switch (e[0] & 3) {
  case SMALL:
    return e[0] >> 2;
  case OFFSET:
    return half(e) >> 2;
  default:
    return word(e) >> 2;
  }
}

const uint8_t *rival_data(const uint8_t *e) {
  switch (e[0] & 3) {
  case SMALL:
    return e + 1;
  case LARGE:
    return pointer(e + 16);
  case OFFSET:
    return e + half(e + 4);
  default:
    return pointer(e + 8);
  }
}

/* Into an element that owns nothing. */
void rival_copy(uint8_t *e, const uint8_t *text, size_t size) {
  memset(e, 0, ELEMENT);
  if (size <= SMALL_ROOM) {
    e[0] = (uint8_t)(size << 2);
    memcpy(e + 1, text, size);
    return;
  }
  uint64_t fields[3] = {size << 2 | LARGE, ((size + 16) & ~(uint64_t)15) - 1, 0};
  uint8_t *block = malloc(fields[1] + 1);
  if (block == NULL) {
    abort();
  }
  memcpy(block, text, size);
  block[size] = 0;
  fields[2] = (uint64_t)(uintptr_t)block;
  memcpy(e, fields, ELEMENT);
}

/* What TF_DeleteTensor does with the elements. */
void rival_free(uint8_t *table, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    uint8_t *e = table + i * ELEMENT;
    if ((e[0] & 3) == LARGE) {
      free(pointer(e + 16));
    }
  }
}

/* As many strings as there is room for, one after the other, and where each ends: how many. */
int64_t rival_pack(const uint8_t *table, int64_t count, uint8_t *target, int64_t room, int32_t *ends) {
  int64_t used = 0;
  for (int64_t i = 0; i < count; i++) {
    const uint8_t *e = table + i * ELEMENT;
    int64_t size = (int64_t)rival_size(e);
    if (size > room - used) {
      return i;
    }
    memcpy(target + used, rival_data(e), (size_t)size);
    used += size;
    ends[i] = (int32_t)used;
  }
  return count;
}

/* What the cheapest call costs. */
int64_t rival_nothing(void) {
  return 0;
}

JNIEXPORT jlong JNICALL Java_dev_unitstr_bench_tensor_Rivals_nothing(JNIEnv *env, jclass cls) {
  (void)env;
  (void)cls;
  return 0;
}

/* Of text that is well-formed. */
static jsize utf16(const uint8_t *text, size_t size, jchar *out) {
  jsize n = 0;
  for (size_t i = 0; i < size;) {
    uint32_t c = text[i];
    if (c < 0x80) {
      i += 1;
    } else if (c < 0xE0) {
      c = (c & 0x1F) << 6 | (text[i + 1] & 0x3Fu);
      i += 2;
    } else if (c < 0xF0) {
      c = (c & 0x0F) << 12 | (text[i + 1] & 0x3Fu) << 6 | (text[i + 2] & 0x3Fu);
      i += 3;
    } else {
      c = (c & 0x07) << 18 | (text[i + 1] & 0x3Fu) << 12 | (text[i + 2] & 0x3Fu) << 6 | (text[i + 3] & 0x3Fu);
      i += 4;
    }
    if (c < 0x10000) {
      out[n++] = (jchar)c;
    } else {
      out[n++] = (jchar)(0xD7C0 + (c >> 10));
      out[n++] = (jchar)(0xDC00 + (c & 0x3FF));
    }
  }
  return n;
}

/* All strings made by native code, in one call. */
JNIEXPORT void JNICALL Java_dev_unitstr_bench_tensor_Rivals_newStrings(JNIEnv *env, jclass cls, jlong table, jint count,
                                                                        jint longest, jobjectArray strings) {
  (void)cls;
  jchar *chars = malloc(((size_t)longest + 1) * sizeof(jchar));
  for (jint i = 0; chars != NULL && i < count; i++) {
    const uint8_t *e = (const uint8_t *)(uintptr_t)table + (size_t)i * ELEMENT;
    jstring string = (*env)->NewString(env, chars, utf16(rival_data(e), rival_size(e), chars));
    if (string == NULL) {
      break;
    }
    (*env)->SetObjectArrayElement(env, strings, i, string);
    (*env)->DeleteLocalRef(env, string);
  }
  free(chars);
}

/* What JavaCPP generates for functions that take and return pointers. */
static jclass byte_pointer;
static jfieldID address_field;
static jfieldID position_field;

JNIEXPORT void JNICALL Java_dev_unitstr_bench_ffm_tensor_JavaCpp_start(JNIEnv *env, jclass cls, jclass pointer_class,
                                                                        jclass byte_pointer_class) {
  (void)cls;
  byte_pointer = (*env)->NewGlobalRef(env, byte_pointer_class);
  address_field = (*env)->GetFieldID(env, pointer_class, "address", "J");
  position_field = (*env)->GetFieldID(env, pointer_class, "position", "J");
}

static const uint8_t *element(JNIEnv *env, jobject pointer) {
  jlong address = (*env)->GetLongField(env, pointer, address_field);
  jlong position = (*env)->GetLongField(env, pointer, position_field);
  return (const uint8_t *)(uintptr_t)address + position * ELEMENT;
}

JNIEXPORT jlong JNICALL Java_dev_unitstr_bench_ffm_tensor_JavaCpp_size(JNIEnv *env, jclass cls, jobject pointer) {
  (void)cls;
  return (jlong)rival_size(element(env, pointer));
}

JNIEXPORT jobject JNICALL Java_dev_unitstr_bench_ffm_tensor_JavaCpp_data(JNIEnv *env, jclass cls, jobject pointer) {
  (void)cls;
  const uint8_t *data = rival_data(element(env, pointer));
  jobject result = (*env)->AllocObject(env, byte_pointer);
  if (result != NULL) {
    (*env)->SetLongField(env, result, address_field, (jlong)(uintptr_t)data);
  }
  return result;
}

/* Functions that take text and do nearly nothing with it. */
int64_t rival_pair(const uint8_t *text, int64_t units) { return units + (int8_t)text[0]; }

int64_t rival_terminated(const uint8_t *text) { return (int8_t)text[0]; }

/* Copies as much as fits, and returns the size of all. */
int32_t rival_fill(uint8_t *buffer, int32_t capacity, const uint8_t *texts, int64_t offset, int32_t bytes) {
  memcpy(buffer, texts + offset, bytes < capacity ? bytes : capacity);
  return bytes;
}

/* Returns a text that the caller releases, and stores its length. */
const uint8_t *rival_own(const uint8_t *texts, int64_t offset, int64_t units, int64_t *length) {
  *length = units;
  return texts + offset;
}

int32_t rival_release(const uint8_t *text) { return text == NULL; }

int64_t rival_pointers(const uint8_t *const *texts, int32_t count) {
  int64_t sum = 0;
  for (int32_t i = 0; i < count; i++) sum += (int8_t)texts[i][0];
  return sum;
}

/* Passes a text to a function. */
int64_t rival_back(int64_t (*function)(const uint8_t *, int64_t), const uint8_t *texts, int64_t offset, int64_t units) {
  return function(texts + offset, units);
}
