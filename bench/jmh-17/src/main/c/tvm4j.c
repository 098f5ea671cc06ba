/*
 * How tvm4j calls packed functions, see Tvm4j.java: what is written here once is written there for each kind of value.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <jni.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int32_t index;
  uint32_t length;
  union {
    int64_t number;
    void *object;
    char bytes[8];
  } u;
} Any;

typedef struct {
  const char *data;
  size_t size;
} Bytes;

typedef int (*Call)(void *, const Any *, int32_t, Any *);

enum { STRING = 65, OBJECT = 64, INT = 1, SMALL_STRING = 11 };

static int (*get_global)(const Bytes *, void **);
static int (*string_of)(const Bytes *, Any *);
static int (*create)(void *, Call, void (*)(void *), void **);
static int (*release)(void *);
static Call call;
static JavaVM *machine;

/* tvm4j has a vector for each thread. */
static __thread Any pushed[1 << 12];
static __thread int count;

static const char *const VALUE = "dev/unitstr/bench/values/Tvm4j$Value";

JNIEXPORT jint JNICALL Java_dev_unitstr_bench_values_Tvm4j_open(JNIEnv *env, jclass cls, jstring path) {
  (void)cls;
  const char *name = (*env)->GetStringUTFChars(env, path, NULL);
  void *library = dlopen(name, RTLD_NOW); /* it is loaded already */
  (*env)->ReleaseStringUTFChars(env, path, name);
  (*env)->GetJavaVM(env, &machine);
  if (library == NULL) {
    return -1;
  }
  *(void **)&get_global = dlsym(library, "TVMFFIFunctionGetGlobal");
  *(void **)&string_of = dlsym(library, "TVMFFIStringFromByteArray");
  *(void **)&create = dlsym(library, "TVMFFIFunctionCreate");
  *(void **)&release = dlsym(library, "TVMFFIObjectDecRef");
  *(void **)&call = dlsym(library, "TVMFFIFunctionCall");
  return get_global && string_of && create && release && call ? 0 : -1;
}

JNIEXPORT jlong JNICALL Java_dev_unitstr_bench_values_Tvm4j_function(JNIEnv *env, jclass cls, jstring name) {
  (void)cls;
  const char *bytes = (*env)->GetStringUTFChars(env, name, NULL);
  Bytes array = {bytes, strlen(bytes)};
  void *function = NULL;
  get_global(&array, &function);
  (*env)->ReleaseStringUTFChars(env, name, bytes);
  return (jlong)(uintptr_t)function;
}

JNIEXPORT void JNICALL Java_dev_unitstr_bench_values_Tvm4j_pushLong(JNIEnv *env, jclass cls, jlong number) {
  (void)env;
  (void)cls;
  pushed[count++] = (Any){.index = INT, .u.number = number};
}

JNIEXPORT void JNICALL Java_dev_unitstr_bench_values_Tvm4j_pushObject(JNIEnv *env, jclass cls, jlong object, jint type) {
  (void)env;
  (void)cls;
  pushed[count++] = (Any){.index = type, .u.object = (void *)(uintptr_t)object};
}

JNIEXPORT void JNICALL Java_dev_unitstr_bench_values_Tvm4j_pushString(JNIEnv *env, jclass cls, jstring text) {
  (void)cls;
  const char *bytes = (*env)->GetStringUTFChars(env, text, NULL);
  Bytes array = {bytes, strlen(bytes)};
  pushed[count] = (Any){0};
  string_of(&array, &pushed[count++]);
  (*env)->ReleaseStringUTFChars(env, text, bytes);
}

/* The object for a value. Unlike tvm4j's, strings are released, or nothing could be measured for long. */
static jobject value_of(JNIEnv *env, const Any *any) {
  jclass type = (*env)->FindClass(env, VALUE);
  jmethodID constructor = (*env)->GetMethodID(env, type, "<init>", "(Ljava/lang/String;J)V");
  jstring text = NULL;
  if (any->index == SMALL_STRING) {
    char bytes[8] = {0};
    memcpy(bytes, any->u.bytes, any->length);
    text = (*env)->NewStringUTF(env, bytes);
  } else if (any->index == STRING) {
    const char *data;
    memcpy(&data, (const char *)any->u.object + 24, sizeof data);
    text = (*env)->NewStringUTF(env, data);
  }
  jobject value = (*env)->NewObject(env, type, constructor, text, any->index == INT ? any->u.number : (jlong)0);
  (*env)->DeleteLocalRef(env, type);
  return value;
}

static int invoke(jlong function, Any *result) {
  int n = count;
  Any args[64];
  const Any *given = pushed;
  if (n <= 64) { /* a call back pushes anew */
    memcpy(args, pushed, sizeof(Any) * (size_t)n);
    given = args;
  }
  count = 0;
  int status = call((void *)(uintptr_t)function, given, n, result);
  for (int i = 0; i < n; i++) {
    if (given[i].index == STRING) {
      release(given[i].u.object);
    }
  }
  return status;
}

JNIEXPORT jint JNICALL Java_dev_unitstr_bench_values_Tvm4j_call(JNIEnv *env, jclass cls, jlong function, jobject result) {
  (void)cls;
  Any any = {0};
  int status = invoke(function, &any);
  jclass type = (*env)->GetObjectClass(env, result);
  jfieldID field = (*env)->GetFieldID(env, type, "value", "Ljava/lang/Object;");
  jobject value = value_of(env, &any);
  (*env)->SetObjectField(env, result, field, value);
  (*env)->DeleteLocalRef(env, value);
  (*env)->DeleteLocalRef(env, type);
  if (any.index >= OBJECT) {
    release(any.u.object);
  }
  return status;
}

JNIEXPORT jlong JNICALL Java_dev_unitstr_bench_values_Tvm4j_callObject(JNIEnv *env, jclass cls, jlong function) {
  (void)env;
  (void)cls;
  Any any = {0};
  invoke(function, &any);
  return (jlong)(uintptr_t)any.u.object;
}

static int back(void *self, const Any *args, int32_t n, Any *result) {
  (void)self;
  JNIEnv *env;
  if ((*machine)->AttachCurrentThread(machine, (void **)&env, NULL) != JNI_OK) {
    return -1;
  }
  jclass value = (*env)->FindClass(env, VALUE);
  jobjectArray arguments = (*env)->NewObjectArray(env, n, value, NULL);
  for (int32_t i = 0; i < n; i++) {
    jobject argument = value_of(env, &args[i]);
    (*env)->SetObjectArrayElement(env, arguments, i, argument);
    (*env)->DeleteLocalRef(env, argument);
  }
  jclass type = (*env)->FindClass(env, "dev/unitstr/bench/values/Tvm4j");
  jmethodID method = (*env)->GetStaticMethodID(
      env, type, "back", "([Ldev/unitstr/bench/values/Tvm4j$Value;)Ldev/unitstr/bench/values/Tvm4j$Value;");
  jobject returned = (*env)->CallStaticObjectMethod(env, type, method, arguments);
  int status = -1;
  if (!(*env)->ExceptionCheck(env) && returned != NULL) {
    jfieldID field = (*env)->GetFieldID(env, value, "number", "J");
    *result = (Any){.index = INT, .u.number = (*env)->GetLongField(env, returned, field)};
    status = 0;
  }
  (*env)->DeleteLocalRef(env, returned);
  (*env)->DeleteLocalRef(env, arguments);
  (*env)->DeleteLocalRef(env, value);
  (*env)->DeleteLocalRef(env, type);
  return status;
}

JNIEXPORT jlong JNICALL Java_dev_unitstr_bench_values_Tvm4j_callback(JNIEnv *env, jclass cls) {
  (void)env;
  (void)cls;
  void *function = NULL;
  create(NULL, back, NULL, &function);
  return (jlong)(uintptr_t)function;
}
