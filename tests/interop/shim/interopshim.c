/*
 * What a JNI binding written before there were memory segments looks like: natives that hand Java an address and a
 * length in bytes, and take the same. It calls SQLite and readline; it has no string code of its own.
 */
#include <dlfcn.h>
#include <jni.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define SQLITE_TRANSIENT ((void (*)(void *))(intptr_t)-1)
#define EXPORT(type, name) JNIEXPORT type JNICALL Java_dev_unitstr_interop_OldSqlite_##name

static int (*open_)(const char *, void **);
static int (*close_)(void *);
static int (*prepare_)(void *, const char *, int, void **, const char **);
static int (*finalize_)(void *);
static int (*step_)(void *);
static int (*bind_text_)(void *, int, const void *, int, void (*)(void *));
static int (*bind_text16_)(void *, int, const void *, int, void (*)(void *));
static const void *(*column_text_)(void *, int);
static const void *(*column_text16_)(void *, int);
static int (*column_bytes_)(void *, int);
static int (*column_bytes16_)(void *, int);

/* ISO C has no conversion from an object pointer to a function pointer; POSIX has dlsym. */
static int find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  *(void **)function = symbol;
  return symbol != NULL;
}

static void *pointer(jlong address) { return (void *)(intptr_t)address; }

/* Whether SQLite is on this machine and has what is needed. */
EXPORT(jboolean, load)(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW);
  return library != NULL && find(library, "sqlite3_open", &open_) && find(library, "sqlite3_close_v2", &close_) &&
         find(library, "sqlite3_prepare_v2", &prepare_) && find(library, "sqlite3_finalize", &finalize_) &&
         find(library, "sqlite3_step", &step_) && find(library, "sqlite3_bind_text", &bind_text_) &&
         find(library, "sqlite3_bind_text16", &bind_text16_) && find(library, "sqlite3_column_text", &column_text_) &&
         find(library, "sqlite3_column_text16", &column_text16_) &&
         find(library, "sqlite3_column_bytes", &column_bytes_) &&
         find(library, "sqlite3_column_bytes16", &column_bytes16_);
}

/* A statement "SELECT ?1" of a database of its own, or 0. */
EXPORT(jlong, openSelect)(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  void *database = NULL;
  void *statement = NULL;
  if (open_(":memory:", &database) == 0) {
    prepare_(database, "SELECT ?1", -1, &statement, NULL);
  }
  close_(database); /* sqlite3_close_v2 waits for the statement's end */
  return (jlong)(intptr_t)statement;
}

EXPORT(jint, close)(JNIEnv *env, jclass type, jlong statement) {
  (void)env, (void)type;
  return finalize_(pointer(statement));
}

EXPORT(jint, step)(JNIEnv *env, jclass type, jlong statement) {
  (void)env, (void)type;
  return step_(pointer(statement));
}

EXPORT(jint, bindText)(JNIEnv *env, jclass type, jlong statement, jlong text, jint bytes) {
  (void)env, (void)type;
  return bind_text_(pointer(statement), 1, pointer(text), bytes, SQLITE_TRANSIENT);
}

EXPORT(jint, bindText16)(JNIEnv *env, jclass type, jlong statement, jlong text, jint bytes) {
  (void)env, (void)type;
  return bind_text16_(pointer(statement), 1, pointer(text), bytes, SQLITE_TRANSIENT);
}

EXPORT(jlong, columnText)(JNIEnv *env, jclass type, jlong statement) {
  (void)env, (void)type;
  return (jlong)(intptr_t)column_text_(pointer(statement), 0);
}

EXPORT(jint, columnBytes)(JNIEnv *env, jclass type, jlong statement) {
  (void)env, (void)type;
  return column_bytes_(pointer(statement), 0);
}

EXPORT(jlong, columnText16)(JNIEnv *env, jclass type, jlong statement) {
  (void)env, (void)type;
  return (jlong)(intptr_t)column_text16_(pointer(statement), 0);
}

EXPORT(jint, columnBytes16)(JNIEnv *env, jclass type, jlong statement) {
  (void)env, (void)type;
  return column_bytes16_(pointer(statement), 0);
}

/* Memory for Java to fill. */
EXPORT(jlong, allocate)(JNIEnv *env, jclass type, jlong bytes) {
  (void)env, (void)type;
  return (jlong)(intptr_t)malloc((size_t)bytes);
}

EXPORT(void, release)(JNIEnv *env, jclass type, jlong address) {
  (void)env, (void)type;
  free(pointer(address));
}

typedef char *generator(const char *, int);

static char **(*completion_matches_)(const char *, generator *);
static generator *filenames_;

/* Whether readline is on this machine and has what is needed. */
JNIEXPORT jboolean JNICALL Java_dev_unitstr_interop_OldReadline_load(JNIEnv *env, jclass type) {
  (void)env, (void)type;
  void *library = dlopen("libreadline.so.8", RTLD_NOW);
  return library != NULL && find(library, "rl_completion_matches", &completion_matches_) &&
         find(library, "rl_filename_completion_function", &filenames_);
}

/* The names of files that begin with a text, as a char **; 0 if there are none. */
JNIEXPORT jlong JNICALL Java_dev_unitstr_interop_OldReadline_completions(JNIEnv *env, jclass type, jlong text) {
  (void)env, (void)type;
  return (jlong)(intptr_t)completion_matches_(pointer(text), filenames_);
}

JNIEXPORT void JNICALL Java_dev_unitstr_interop_OldReadline_release(JNIEnv *env, jclass type, jlong completions) {
  (void)env, (void)type;
  char **all = pointer(completions);
  for (size_t i = 0; all[i] != NULL; i++) {
    free(all[i]);
  }
  free(all);
}
