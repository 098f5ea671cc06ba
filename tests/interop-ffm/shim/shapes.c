/* Functions of Win32, ODBC and hidapi with the signatures of their headers, and callers of callbacks: what the tests of
 * adapted calls need where Debian has no library, or it would need a device. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

typedef uint16_t WCHAR;
enum { SQL_SUCCESS = 0, SQL_SUCCESS_WITH_INFO = 1, SQL_ERROR = -1, SQL_NULL_DATA = -1, SQL_NTS = -3 };
enum { ERROR_MORE_DATA = 234, FORMAT_MESSAGE_ALLOCATE_BUFFER = 0x100 };

static size_t length(const WCHAR *text) {
  size_t units = 0;
  while (text[units] != 0) units++;
  return units;
}

static int is(const WCHAR *text, int16_t units, const WCHAR *expected) {
  size_t size = units == SQL_NTS ? length(text) : (size_t)units;
  return units >= SQL_NTS && size == length(expected) && memcmp(text, expected, 2 * size) == 0;
}

int16_t SQLConnectW(void *connection, const WCHAR *server, int16_t serverUnits, const WCHAR *user, int16_t userUnits,
                    const WCHAR *password, int16_t passwordUnits) {
  (void)connection;
  return is(server, serverUnits, u"dsn") && is(user, userUnits, u"zoë") && is(password, passwordUnits, u"\x4E2D")
             ? SQL_SUCCESS
             : SQL_ERROR;
}

int16_t SQLDescribeColW(void *statement, uint16_t column, WCHAR *name, int16_t capacity, int16_t *units, int16_t *type,
                        uint64_t *size, int16_t *digits, int16_t *nullable) {
  static const WCHAR text[] = u"größe_in_mm";
  (void)statement, (void)type, (void)size, (void)digits, (void)nullable;
  if (column != 1) return SQL_ERROR;
  *units = (int16_t)length(text);
  int16_t copied = *units < capacity ? *units : (int16_t)(capacity - 1);
  memcpy(name, text, 2 * (size_t)copied);
  name[copied] = 0;
  return copied < *units ? SQL_SUCCESS_WITH_INFO : SQL_SUCCESS;
}

int16_t SQLGetData(void *statement, uint16_t column, int16_t type, void *value, int64_t bytes, int64_t *reported) {
  static const WCHAR text[] = u"中文 😀";
  (void)statement, (void)type;
  if (column == 2) {
    *reported = SQL_NULL_DATA;
  } else {
    *reported = sizeof text - 2;
    if (bytes < (int64_t)sizeof text) return SQL_ERROR;
    memcpy(value, text, sizeof text);
  }
  return SQL_SUCCESS;
}

static uint8_t registry[1024];
static uint32_t registered;

int32_t RegSetValueExW(void *key, const WCHAR *name, uint32_t reserved, uint32_t type, const uint8_t *data,
                       uint32_t bytes) {
  (void)key, (void)name, (void)reserved, (void)type;
  if (bytes > sizeof registry) return ERROR_MORE_DATA;
  memcpy(registry, data, registered = bytes);
  return 0;
}

int32_t RegQueryValueExW(void *key, const WCHAR *name, uint32_t *reserved, uint32_t *type, uint8_t *data,
                         uint32_t *bytes) {
  (void)key, (void)name, (void)reserved, (void)type;
  uint32_t capacity = *bytes;
  *bytes = registered;
  if (registered > capacity) return ERROR_MORE_DATA;
  memcpy(data, registry, registered);
  return 0;
}

static int64_t allocated;

int64_t shim_allocated(void) { return allocated; }

uint32_t FormatMessageW(uint32_t flags, const void *source, uint32_t id, uint32_t language, WCHAR **text, uint32_t size,
                        void *arguments) {
  static const WCHAR message[] = u"Zugriff verweigert.";
  (void)source, (void)language, (void)size, (void)arguments;
  if (flags != FORMAT_MESSAGE_ALLOCATE_BUFFER || id != 5) return 0; /* and leaves the pointer */
  *text = malloc(sizeof message);
  allocated++;
  memcpy(*text, message, sizeof message);
  return sizeof message / 2 - 1;
}

void *LocalFree(void *memory) {
  allocated--;
  free(memory);
  return NULL;
}

static int32_t entries;

int32_t shim_entries(void) { return entries; }

int32_t WritePrivateProfileSectionW(const WCHAR *section, const WCHAR *text, const WCHAR *file) {
  (void)section, (void)file;
  for (entries = 0; *text != 0; entries++) text += length(text) + 1;
  return 1;
}

int hid_get_manufacturer_string(void *device, wchar_t *text, size_t units) {
  (void)device;
  wcsncpy(text, L"Zoë 😀", units);
  text[units - 1] = 0;
  return 0;
}

typedef uint32_t (*Report)(uint32_t, int, uint64_t, size_t, int32_t, const char *, const char *, void *);

uint32_t shim_report(Report report) { return report(8, 0, 0, 0, 7, "Validation", "größer", NULL); }

typedef void (*StartElement)(void *, const unsigned char *, const unsigned char **);

void shim_start(StartElement start) {
  const unsigned char *attributes[] = {(const unsigned char *)"title", (const unsigned char *)"größer", NULL};
  start(NULL, (const unsigned char *)"p", attributes);
  start(NULL, (const unsigned char *)"br", NULL);
}
