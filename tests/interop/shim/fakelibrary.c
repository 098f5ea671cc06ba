/*
 * A library that looks like libunitstr and says of itself what the compiler was told:
 *
 *   -DFAKE_SIZE=n       struct_size
 *   -DFAKE_MAJOR=n      abi_major; -DFAKE_MINOR=n: abi_minor
 *   -DFAKE_FEATURES=n   features
 *   -DFAKE_VERSION="s"  what version() answers
 *   -DFAKE_NO_TABLE     ustr_get_java_api answers NULL
 *   -DFAKE_NULL_SLOT    packed_decode is NULL
 *   -DFAKE_NATIVES=n    how many native methods it has
 *
 * No function of the table but version() works. The table ends where a page ends that nobody may read past, so that
 * whoever reads more than the 24 bytes at its start, before these were found to be right, is found out: FAKE_SIZE says
 * how much of the table is there.
 */
#define _GNU_SOURCE
#include <jni.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "unitstr_java.h"

#ifndef FAKE_SIZE
#define FAKE_SIZE sizeof(ustr_java_api)
#endif
#ifndef FAKE_MAJOR
#define FAKE_MAJOR USTR_ABI_MAJOR
#endif
#ifndef FAKE_MINOR
#define FAKE_MINOR USTR_ABI_MINOR
#endif
#ifndef FAKE_FEATURES
#define FAKE_FEATURES USTR_FEATURE_WCHAR_32
#endif
#ifndef FAKE_VERSION
#define FAKE_VERSION "0.0.0-fake"
#endif

#ifndef FAKE_NATIVES
#define FAKE_NATIVES 1000
#endif

#define HEADER offsetof(ustr_java_api, version)

static const char *version(void) { return FAKE_VERSION; }

static ustr_java_api *table;

/* Puts the table at the end of a page. */
__attribute__((constructor)) static void make(void) {
    ustr_java_api whole;
    memset(&whole, 0, sizeof whole);
    whole.struct_size = (size_t)(FAKE_SIZE);
    whole.abi_major = FAKE_MAJOR;
    whole.abi_minor = FAKE_MINOR;
    whole.features = FAKE_FEATURES;
    whole.version = version;
    for (size_t slot = offsetof(ustr_java_api, last_panic); slot < sizeof whole; slot += sizeof(void *)) {
        memcpy((char *)&whole + slot, &whole.version, sizeof(void *));
    }
#ifdef FAKE_NULL_SLOT
    whole.packed_decode = NULL;
#endif
    size_t there = whole.struct_size < HEADER ? HEADER : whole.struct_size;
    if (there > sizeof whole) {
        there = sizeof whole;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) {
        return;
    }
    table = (ustr_java_api *)(pages + ((page - there) & ~(size_t)7));
    memcpy(table, &whole, there);
}

JNIEXPORT const ustr_java_api *ustr_get_java_api(uint32_t major) {
    (void)major;
#ifdef FAKE_NO_TABLE
    return NULL;
#else
    return table;
#endif
}

JNIEXPORT jlongArray JNICALL Java_dev_unitstr_internal_binding_JniNatives_abi0(JNIEnv *env, jclass class) {
    (void)class;
#ifdef FAKE_NO_TABLE
    (void)env;
    return NULL;
#else
    jlong numbers[] = {(jlong)table->struct_size, table->abi_major, table->abi_minor, (jlong)table->features,
                       FAKE_NATIVES};
    jlongArray array = (*env)->NewLongArray(env, 5);
    if (array != NULL) {
        (*env)->SetLongArrayRegion(env, array, 0, 5, numbers);
    }
    return array;
#endif
}

JNIEXPORT jbyteArray JNICALL Java_dev_unitstr_internal_binding_JniNatives_version0(JNIEnv *env, jclass class) {
    (void)class;
    jsize length = (jsize)strlen(FAKE_VERSION);
    jbyteArray array = (*env)->NewByteArray(env, length);
    if (array != NULL) {
        (*env)->SetByteArrayRegion(env, array, 0, length, (const jbyte *)FAKE_VERSION);
    }
    return array;
}
