/* A module as TVM's compiler writes them: a shared library whose functions are symbols that begin with __tvm_ffi_. Like
   others, it takes the handler of SIGSEGV when it is loaded, unless somebody prevents that. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <tvm/ffi/c_api.h>

#define EXPORT __attribute__((visibility("default")))

static void handler(int number) { (void)number; }

__attribute__((constructor)) static void init(void) { signal(SIGSEGV, handler); }

static int fail(const char *kind, const char *message) {
  TVMFFIErrorSetRaisedFromCStr(kind, message);
  return -1;
}

/* The bytes of a string. */
static int text(const TVMFFIAny *value, TVMFFIByteArray *out) {
  if (value->type_index == kTVMFFISmallStr) {
    out->data = value->v_bytes;
    out->size = value->small_str_len;
  } else if (value->type_index == kTVMFFIStr) {
    memcpy(out, (const char *)value->v_ptr + sizeof(TVMFFIObject), sizeof *out);
  } else if (value->type_index == kTVMFFIRawStr) {
    out->data = value->v_c_str;
    out->size = strlen(out->data);
  } else {
    return fail("TypeError", "expected a string");
  }
  return 0;
}

/* join(a, b): both strings, one after the other. */
EXPORT int __tvm_ffi_join(void *self, const TVMFFIAny *args, int32_t n, TVMFFIAny *result) {
  char joined[256];
  TVMFFIByteArray a, b;
  (void)self;
  if (n != 2) return fail("TypeError", "join takes two strings");
  if (text(args, &a) || text(args + 1, &b)) return -1;
  if (a.size + b.size > sizeof joined) return fail("ValueError", "too long for join");
  memcpy(joined, a.data, a.size);
  memcpy(joined + a.size, b.data, b.size);
  TVMFFIByteArray all = {joined, a.size + b.size};
  return TVMFFIStringFromByteArray(&all, result);
}

/* twice(f, x): f(f(x)). */
EXPORT int __tvm_ffi_twice(void *self, const TVMFFIAny *args, int32_t n, TVMFFIAny *result) {
  TVMFFIAny once;
  (void)self;
  if (n != 2 || args[0].type_index != kTVMFFIFunction) return fail("TypeError", "twice takes a function and a value");
  memset(&once, 0, sizeof once);
  if (TVMFFIFunctionCall(args[0].v_ptr, (TVMFFIAny *)args + 1, 1, &once)) return -1;
  int status = TVMFFIFunctionCall(args[0].v_ptr, &once, 1, result);
  if (once.type_index >= kTVMFFIStaticObjectBegin) TVMFFIObjectDecRef(once.v_ptr);
  return status;
}

static void free_tensor(DLManagedTensor *tensor) {
  free(tensor->dl_tensor.data);
  free(tensor);
}

/* tensor(bytes, sizes…): a tensor of bytes, with memory of that size, whatever its shape says. */
EXPORT int __tvm_ffi_tensor(void *self, const TVMFFIAny *args, int32_t n, TVMFFIAny *result) {
  (void)self;
  if (n < 1) return fail("TypeError", "tensor takes a size");
  size_t bytes = (size_t)args[0].v_int64;
  DLManagedTensor *tensor = calloc(1, sizeof *tensor + (size_t)n * sizeof(int64_t));
  if (!tensor || !(tensor->dl_tensor.data = malloc(bytes))) return free(tensor), fail("MemoryError", "no memory");
  memset(tensor->dl_tensor.data, 1, bytes);
  tensor->dl_tensor.device.device_type = kDLCPU;
  tensor->dl_tensor.dtype = (DLDataType){kDLUInt, 8, 1};
  tensor->dl_tensor.ndim = n - 1;
  tensor->dl_tensor.shape = (int64_t *)(tensor + 1);
  for (int32_t i = 1; i < n; i++) tensor->dl_tensor.shape[i - 1] = args[i].v_int64;
  tensor->deleter = free_tensor;
  TVMFFIObjectHandle out;
  if (TVMFFITensorFromDLPack(tensor, 0, 0, &out)) return free_tensor(tensor), -1;
  result->type_index = kTVMFFITensor;
  result->v_obj = out;
  return 0;
}
