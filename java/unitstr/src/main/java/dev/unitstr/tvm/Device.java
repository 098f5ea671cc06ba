package dev.unitstr.tvm;

/**
 * A device as DLPack counts it: {@code {i32 type, i32 id}}.
 *
 * @param type 1 is the CPU
 * @param id which of that type
 * @since 0.1.0
 */
public record Device(int type, int id) {}
