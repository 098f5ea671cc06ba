/* The environment of Windows as a C program sees it: GetEnvironmentVariableW, for the tests of adapted calls. */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#define ERROR_ENVVAR_NOT_FOUND 203

static size_t length(const uint16_t *text) {
  size_t units = 0;
  while (text[units] != 0) units++;
  return units;
}

static int is(const uint16_t *name, const uint16_t *other) {
  return length(name) == length(other) && memcmp(name, other, 2 * length(other)) == 0;
}

/* Returns the length without the terminator; if the buffer is too small, its required size with the terminator; or 0 and
 * an error. */
uint32_t GetEnvironmentVariableW(const uint16_t *name, uint16_t *buffer, uint32_t size) {
  static const uint16_t user[] = u"USERNAME", value[] = u"Zoë 😀", path[] = u"PATH", empty[] = u"EMPTY";
  uint16_t many[1001];
  const uint16_t *found;
  if (is(name, user)) {
    found = value;
  } else if (is(name, empty)) {
    found = empty + 5;
  } else if (is(name, path)) {
    for (int i = 0; i < 1000; i++) many[i] = (uint16_t)(0x4E00 + i);
    many[1000] = 0;
    found = many;
  } else {
    errno = ERROR_ENVVAR_NOT_FOUND;
    return 0;
  }
  uint32_t units = (uint32_t)length(found);
  if (units >= size) return units + 1;
  memcpy(buffer, found, 2 * (units + 1));
  return units;
}
