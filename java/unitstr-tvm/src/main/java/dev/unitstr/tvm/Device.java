package dev.unitstr.tvm;

/**
 * A device in the encoding of DLPack's {@code DLDevice}: {@code {i32 type, i32 id}}.
 *
 * @param type the device type; 1 is the CPU
 * @param id the index among the devices of that type
 * @since 0.1.0
 */
public record Device(int type, int id) {}
