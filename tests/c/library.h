/* Libraries that are loaded while a program runs, on POSIX and on Windows. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stddef.h>
#include <string.h>

/* `release` gives back a handle that `open_library` or `find` returned. */
#ifdef _WIN32
#include <windows.h>

static inline void *open_library(const char *file) {
    return (void *)LoadLibraryA(file);
}

static inline void release(void *library) {
    FreeLibrary((HMODULE)library);
}

static inline void *find_symbol(void *library, const char *name) {
    FARPROC function = GetProcAddress((HMODULE)library, name);
    void *symbol;
    memcpy(&symbol, &function, sizeof symbol);
    return symbol;
}
#else
#include <dlfcn.h>

static inline void *open_library(const char *file) {
    return dlopen(file, RTLD_NOW | RTLD_LOCAL);
}

static inline void release(void *library) {
    dlclose(library);
}

static inline void *find_symbol(void *library, const char *name) {
    return dlsym(library, name);
}
#endif

/* Stores the address of a function of a library in `function`. Returns the handle of the library, or NULL if the library or
   the function does not exist. */
static inline void *find(const char *file, const char *name, void *function) {
    void *library = file == NULL || *file == 0 ? NULL : open_library(file);
    void *symbol = library == NULL ? NULL : find_symbol(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol == NULL ? NULL : library;
}

#endif
