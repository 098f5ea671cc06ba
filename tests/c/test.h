/* What the parts of the test program share. */
#ifndef TEST_H
#define TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unitstr_java.h"

/* The table under test, found in the library under test. */
extern const ustr_api *api;
/* Its table for the Java bindings. */
extern const ustr_java_api *java;

#ifdef __MINGW32__
#include <stdio.h> /* which defines __MINGW_PRINTF_FORMAT */
#define PRINTF_FORMAT __MINGW_PRINTF_FORMAT
#else
#define PRINTF_FORMAT printf
#endif

/* Counts a check, and prints a failed one with what `...` says of it. */
void check(bool holds, const char *where, int line, const char *format, ...) __attribute__((format(PRINTF_FORMAT, 4, 5)));
#define CHECK(holds, ...) check((holds), __FILE__, __LINE__, __VA_ARGS__)

/* Memory whose end shows whether somebody wrote there. */
enum { ROOM = 1024, RIM = 64, FILL = 0x55 };
typedef struct {
    unsigned char bytes[ROOM + RIM];
} memory;
void fill(memory *place);
/* Whether all bytes from `from` on are as `fill` left them. */
bool is_filled_from(const memory *place, size_t from);

/* An out struct that holds nothing but its size. */
ustr_progress new_progress(void);
/* The long that stands for a result. */
int64_t packed(int32_t status, const ustr_progress *progress);

/* The parts. */
void test_arrow(void);
void test_changes(void);
void test_entries(void);
void test_hostile(void);
void test_pieces(void);
void test_sizes(void);
void test_tensors(void);
void test_values(void);
void test_vectors(const char *directory);

/* The function of the library of fake tables, from fake_table.c. */
extern const ustr_api *(*fake_get_api)(uint32_t major);

#endif
