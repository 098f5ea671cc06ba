/* A library that behaves as libtvm_ffi does where it matters: it takes the handler of SIGSEGV when it is loaded; and, with
   VERSION, it has the functions that are called here, a few global functions, errors by thread, and a table of global
   functions that must not be used by two at once. Other macros make it what the gate refuses. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int took = -1;

static void handler(int number) { (void)number; }

__attribute__((constructor)) static void init(void) { took = signal(SIGSEGV, handler) != SIG_ERR; }

#ifdef VERSION
static const uint32_t version[3] = VERSION;

void TVMFFIGetVersion(uint32_t *out) { memcpy(out, version, sizeof version); }

typedef struct Object { uint64_t refs; int32_t index; uint32_t zero; void (*deleter)(struct Object *, int); } Object;
typedef struct { const char *data; size_t size; } ByteArray;
typedef struct { int32_t index; uint32_t len; union { char bytes[8]; int64_t number; Object *object; } u; } Any;
typedef int (*SafeCall)(void *, const Any *, int32_t, Any *);
typedef struct { Object head; const char *data; uint64_t size; char bytes[]; } Text;
typedef struct { Object head; Any *data; int64_t size, capacity; void *free; Any at[]; } Array;
typedef struct { Object head; SafeCall call; void *cpp; void *self; void (*end)(void *); } Function;
typedef struct { Object head; ByteArray texts[3]; void *update; Object *cause, *extra; char bytes[]; } Error;

static void retain(Object *object) { if (object) __atomic_fetch_add(&object->refs, 1, __ATOMIC_RELAXED); }

int TVMFFIObjectDecRef(void *gone) {
  Object *object = gone;
  if (object && __atomic_sub_fetch(&object->refs, 1, __ATOMIC_ACQ_REL) == 0x100000000) object->deleter(object, 3);
  return 0;
}

static void drop(Any any) { if (any.index >= 64) TVMFFIObjectDecRef(any.u.object); }

static void end_map(void *map);

static void delete(Object *object, int flags) {
  if (flags & 1) {
    if (object->index == 71) for (int64_t i = 0; i < ((Array *)object)->size; i++) drop(((Array *)object)->at[i]);
    if (object->index == 68 && ((Function *)object)->end) ((Function *)object)->end(((Function *)object)->self);
    if (object->index == 67) { TVMFFIObjectDecRef(((Error *)object)->cause); TVMFFIObjectDecRef(((Error *)object)->extra); }
  }
  if (object->index == 72 && (flags & 1)) end_map((void *)object);
  if (flags & 2) free(object);
}

static void *make(int32_t index, size_t bytes) {
  Object *object = calloc(1, bytes);
  object->refs = 0x100000001;
  object->index = index;
  object->deleter = delete;
  return object;
}

/* A string (11, 65) or a binary (12, 66). */
static int text(const ByteArray *in, int32_t inlined, int32_t object, Any *out) {
  if (in->size < 8) {
    out->index = inlined;
#ifdef OTHER_LENGTH
    out->index |= (int32_t)in->size << 16;
#else
    out->len = (uint32_t)in->size;
#endif
    memcpy(out->u.bytes, in->data, in->size);
  } else {
    Text *text = make(object, sizeof(Text) + in->size + 1);
    memcpy(text->bytes, in->data, in->size);
#ifdef WILD
    text->data = (const char *)16;
#else
    text->data = text->bytes;
#endif
    text->size = in->size;
    out->index = object;
    out->u.object = &text->head;
  }
  return 0;
}

int TVMFFIStringFromByteArray(const ByteArray *in, Any *out) { return text(in, 11, 65, out); }

/* A copy that owns what it refers to, as the library makes of an argument: of a C string and of a byte array, too. */
static Any keep(Any any) {
  Any owned = {0};
  const char *at = (const char *)(intptr_t)any.u.number;
  if (any.index == 8) return text(&(ByteArray){at, strlen(at)}, 11, 65, &owned), owned;
  if (any.index == 9) return text((const ByteArray *)at, 12, 66, &owned), owned;
  if (any.index >= 64) retain(any.u.object);
  return any;
}

static __thread Object *raised;

void TVMFFIErrorSetRaised(void *error) { retain(error); TVMFFIObjectDecRef(raised); raised = error; }
void TVMFFIErrorMoveFromRaised(void **out) { *out = raised; raised = NULL; }

int TVMFFIErrorCreateWithCauseAndExtraContext(const ByteArray *kind, const ByteArray *message, const ByteArray *backtrace,
                                              void *cause, void *extra, void **out) {
  const ByteArray *texts[] = {kind, message, backtrace};
  Error *error = make(67, sizeof(Error) + kind->size + message->size + backtrace->size + 3);
  char *at = error->bytes;
  for (int i = 0; i < 3; i++) {
    memcpy(at, texts[i]->data, texts[i]->size);
    error->texts[i].data = at;
    error->texts[i].size = texts[i]->size;
    at += texts[i]->size + 1;
  }
  retain(error->cause = cause);
#ifdef DETACHED
  (void)extra;
#else
  retain(error->extra = extra);
#endif
  *out = error;
  return 0;
}

static int fail(const char *kind, const char *message) {
  ByteArray texts[] = {{kind, strlen(kind)}, {message, strlen(message)}, {"", 0}};
  void *error;
  TVMFFIErrorCreateWithCauseAndExtraContext(texts, texts + 1, texts + 2, NULL, NULL, &error);
  TVMFFIErrorSetRaised(error);
  return TVMFFIObjectDecRef(error), -1;
}

int TVMFFIFunctionCreate(void *self, SafeCall call, void (*end)(void *), void **out) {
  Function *function = make(68, sizeof *function);
  function->call = call;
  function->self = self ? self : function;
  function->end = end;
  *out = function;
  return 0;
}

int TVMFFIFunctionCall(void *function, const Any *args, int32_t n, Any *result) {
  Function *it = function;
  if (result->index != 0) return fail("InternalError", "the result holds something");
  return it->call(it->self, args, n, result);
}

static int nop(void *self, const Any *args, int32_t n, Any *result) { (void)self, (void)args, (void)n, (void)result; return 0; }

static int echo(void *self, const Any *args, int32_t n, Any *result) {
  (void)self;
  if (n != 1) return fail("TypeError", "one argument");
  *result = keep(args[0]);
  return 0;
}

static int apply(void *self, const Any *args, int32_t n, Any *result) {
  (void)self;
  return TVMFFIFunctionCall(args[0].u.object, args + 1, n - 1, result);
}

/* thread(f, n): another thread calls f n times. */
typedef struct { void *function; int64_t times; int status; } Work;

static void *work(void *arg) {
  Work *it = arg;
  for (int64_t i = 0; i < it->times && !it->status; i++) {
    Any result = {0};
    it->status = TVMFFIFunctionCall(it->function, NULL, 0, &result);
    drop(result);
  }
  return NULL;
}

static int thread(void *self, const Any *args, int32_t n, Any *result) {
  (void)self, (void)n, (void)result;
  Work it = {args[0].u.object, args[1].u.number, 0};
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, &it) || pthread_join(thread, NULL)) return fail("RuntimeError", "no thread");
  return it.status ? fail("RuntimeError", "the thread's function failed") : 0;
}

/* stay(f): another thread calls f, and ends only with the process, whose last act waits for it, as thread pools do. */
static pthread_t stays;
static pthread_barrier_t called, end;
static int staying;

static void *stay_and_wait(void *function) {
  work(&(Work){function, 1, 0});
  pthread_barrier_wait(&called);
  pthread_barrier_wait(&end);
  return NULL;
}

static int stay(void *self, const Any *args, int32_t n, Any *result) {
  (void)self, (void)n, (void)result;
  pthread_barrier_init(&called, NULL, 2);
  pthread_barrier_init(&end, NULL, 2);
  if (pthread_create(&stays, NULL, stay_and_wait, args[0].u.object)) return fail("RuntimeError", "no thread");
  staying = 1;
  pthread_barrier_wait(&called);
  return 0;
}

__attribute__((destructor)) static void leave_process(void) {
  if (!staying) return;
  pthread_barrier_wait(&end);
  pthread_join(stays, NULL);
}

static int add_one(void *self, const Any *args, int32_t n, Any *result) {
  (void)self;
  if (n != 1 || args[0].index != 1) return fail("TypeError", "Mismatched type on argument #0 when calling: `testing.add_one(0: int) -> int`");
  result->index = 1;
  result->u.number = args[0].u.number + 1;
  return 0;
}

/* object(code): an object of that type, of which nothing but its header is read. */
static int object(void *self, const Any *args, int32_t n, Any *result) {
  (void)self, (void)n;
  result->index = (int32_t)args[0].u.number;
  result->u.object = make(result->index, 128);
  return 0;
}

static int silent(void *self, const Any *args, int32_t n, Any *result) {
  (void)self, (void)n;
  *result = args[0]; /* and no error */
  return -1;
}

static int array(void *self, const Any *args, int32_t n, Any *result) {
  (void)self;
  Array *all = make(71, sizeof *all + sizeof *args * (size_t)n);
  all->data = all->at;
  all->size = all->capacity = n;
  for (int32_t i = 0; i < n; i++) all->at[i] = keep(args[i]);
  result->index = 71;
  result->u.object = &all->head;
  return 0;
}

/* A map of at most four pairs is a row of them; else there are 64 slots, found by the hash of the key. */
typedef struct { Any key, value; uint64_t prev, next; } Item;
typedef struct { uint8_t states[16]; Item items[16]; } Block;
typedef struct { Object head; void *data; uint64_t size, slots; void *free; uint32_t shift; uint64_t first, last; } Map;

static uint64_t hash(const Any *key) {
  uint64_t kind = (uint64_t)key->index, hash = (uint64_t)key->u.number;
  if (key->index >= 11) {
    const char *data = key->u.bytes;
    uint64_t size = key->len;
    if (key->index >= 64) data = ((Text *)key->u.object)->data, size = ((Text *)key->u.object)->size;
    kind = key->index == 11 || key->index == 65 ? 65 : 66;
    hash = 0;
    for (uint64_t at = 0; at < size; at += 8) {
      uint64_t word = 0;
      memcpy(&word, data + at, size - at < 8 ? size - at : 8);
      hash = (hash * 1099511628211u + word) % 2147483647u;
    }
#ifdef OTHER_HASH
    hash ^= size;
#endif
  }
  return kind ^ (hash + 0x9E3779B9 + (kind << 6) + (kind >> 2));
}

static Item *item(Map *map, uint64_t slot) { return &((Block *)map->data)[slot / 16].items[slot % 16]; }
static uint8_t *state(Map *map, uint64_t slot) { return &((Block *)map->data)[slot / 16].states[slot % 16]; }

static void end_map(void *gone) {
  Map *map = gone;
  if (map->slots >> 63) {
    for (uint64_t i = 0; i < 2 * map->size; i++) drop(((Any *)map->data)[i]);
  } else {
    for (uint64_t i = 0; i < 64; i++) if (*state(map, i) < 0xFE) drop(item(map, i)->key), drop(item(map, i)->value);
  }
  free(map->data);
}

static uint64_t home(const Any *key) { return hash(key) * 11400714819323198485u >> 58; }

static int map(void *self, const Any *args, int32_t n, Any *result) {
  (void)self;
  Map *all = make(72, sizeof *all);
  uint64_t *slots = calloc((size_t)n, sizeof *slots);
  all->size = (uint64_t)n / 2;
  result->index = 72;
  result->u.object = &all->head;
  if (all->size <= 4) {
    all->slots = 1ull << 63 | 4;
    all->data = malloc(sizeof *args * (size_t)n + 1);
    for (int32_t i = 0; i < n; i++) ((Any *)all->data)[i] = keep(args[i]);
    free(slots);
    return 0;
  }
  all->slots = 64;
  all->shift = 58;
  all->data = calloc(4, sizeof(Block));
  for (uint64_t i = 0; i < 64; i++) *state(all, i) = 0xFF;
  /* First the keys that begin a chain, then the others: so none has to move. */
  for (int others = 0; others < 2; others++) {
    for (uint64_t i = 0; i < all->size; i++) {
      uint64_t slot = home(&args[2 * i]), end;
      if (!others && *state(all, slot) != 0xFF) continue;
      if (others && item(all, slot)->key.u.number == args[2 * i].u.number && slots[i] == slot + 1) continue;
      if (others) {
        for (end = slot; *state(all, end) & 0x7F; end = (end + (*state(all, end) & 0x7F)) % 64) {}
        uint8_t jump = 1;
        while (*state(all, (end + jump) % 64) != 0xFF) jump++;
        *state(all, end) |= jump;
        slot = (end + jump) % 64;
      }
      *state(all, slot) = others ? 0x80 : 0;
      item(all, slot)->key = keep(args[2 * i]);
      item(all, slot)->value = keep(args[2 * i + 1]);
      slots[i] = slot + 1;
    }
  }
  for (uint64_t i = 0; i < all->size; i++) {
    item(all, slots[i] - 1)->prev = i ? slots[i - 1] - 1 : UINT64_MAX;
    item(all, slots[i] - 1)->next = i + 1 < all->size ? slots[i + 1] - 1 : UINT64_MAX;
  }
  all->first = slots[0] - 1;
  all->last = slots[all->size - 1] - 1;
#ifdef OTHER_ORDER
  all->first = all->last;
#endif
  free(slots);
  return 0;
}

static struct { char *name; size_t size; Object *function; } globals[1024];
static int count, users, writers;

static int enter(int writes) {
  int others = __atomic_fetch_add(&users, 1, __ATOMIC_SEQ_CST);
  int busy = __atomic_fetch_add(&writers, writes, __ATOMIC_SEQ_CST);
  return busy || (writes && others);
}

static void leave(int writes) {
  __atomic_fetch_sub(&writers, writes, __ATOMIC_SEQ_CST);
  __atomic_fetch_sub(&users, 1, __ATOMIC_SEQ_CST);
}

static int find(const ByteArray *name) {
  int at = 0;
  while (at < count && (globals[at].size != name->size || memcmp(globals[at].name, name->data, name->size))) at++;
  return at;
}

int TVMFFIFunctionSetGlobal(const ByteArray *name, void *function, int replace) {
  int race = enter(1), at = find(name), status = 0;
  if (race) abort();
  if (at == 1024 || (at < count && !replace)) {
    status = fail("RuntimeError", "Global Function is already registered");
  } else {
    retain(function);
    if (at < count) TVMFFIObjectDecRef(globals[at].function);
    else globals[count++].name = memcpy(malloc(name->size + 1), name->data, globals[at].size = name->size);
    globals[at].function = function;
  }
  leave(1);
  return status;
}

int TVMFFIFunctionGetGlobal(const ByteArray *name, void **out) {
  int race = enter(0);
  if (race) abort();
  int at = find(name);
  if (at < count) retain(globals[at].function);
  *out = at < count ? globals[at].function : NULL;
  leave(0);
  return 0;
}

static int remove_global(void *self, const Any *args, int32_t n, Any *result) {
  (void)self, (void)n;
  const Text *text = (const Text *)args[0].u.object;
  ByteArray name = {args[0].u.bytes, args[0].len};
  if (args[0].index == 65) name = (ByteArray){text->data, text->size};
  int race = enter(1), at = find(&name);
  if (race) abort();
  result->index = 2;
  if ((result->u.number = at < count)) {
    TVMFFIObjectDecRef(globals[at].function);
    globals[at] = globals[--count];
  }
  leave(1);
  return 0;
}

static int name_at(void *self, const Any *args, int32_t n, Any *result) {
  (void)n;
  Array *names = self;
  if (args[0].u.number >= 0) *result = keep(names->at[args[0].u.number]);
  else result->index = 1, result->u.number = names->size;
  return 0;
}

static void end_names(void *self) { TVMFFIObjectDecRef(self); }

static int list_names(void *self, const Any *args, int32_t n, Any *result) {
  (void)self, (void)args, (void)n;
  if (enter(0)) abort();
  Array *names = make(71, sizeof *names + sizeof *names->at * (size_t)count);
  names->data = names->at;
  for (; names->size < count; names->size++) {
    ByteArray name = {globals[names->size].name, globals[names->size].size};
    TVMFFIStringFromByteArray(&name, &names->at[names->size]);
  }
  leave(0);
  result->index = 68;
  void *function;
  TVMFFIFunctionCreate(names, name_at, end_names, &function);
  result->u.object = function;
  return 0;
}

__attribute__((constructor)) static void functions(void) {
  struct { const char *name; SafeCall call; } all[] = {{"testing.nop", nop}, {"testing.echo", echo}, {"testing.apply", apply},
    {"testing.add_one", add_one}, {"testing.silent", silent}, {"testing.object", object}, {"testing.thread", thread}, {"testing.stay", stay}, {"ffi.Array", array}, {"ffi.Map", map},
    {"ffi.FunctionRemoveGlobal", remove_global}, {"ffi.FunctionListGlobalNamesFunctor", list_names}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    ByteArray name = {all[i].name, strlen(all[i].name)};
    void *function;
    TVMFFIFunctionCreate(NULL, all[i].call, NULL, &function);
    TVMFFIFunctionSetGlobal(&name, function, 0);
    TVMFFIObjectDecRef(function);
  }
}
#endif
