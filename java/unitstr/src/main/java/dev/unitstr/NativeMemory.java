package dev.unitstr;

/**
 * Memory at an address, for {@link BufferStrings} and the tensors of {@link dev.unitstr.tensor}. An object of this class
 * holds two numbers, not the memory: its creator is responsible for the memory, which must stay mapped during
 * each operation that is passed the object. A wrong address or size can crash the process.
 *
 * <p>No process has memory below the address 4096: an operation that would access a byte there throws
 * {@link IllegalArgumentException}. Such an address is a null pointer, or a field of a null struct. If nothing is
 * accessed, because a text or an array is empty, the address may be any number that is not negative. The addresses of
 * all other classes, and native memory segments, follow the same rule.
 *
 * <p>Operations on the memory require native access and the native library; otherwise they throw
 * {@link UnsupportedOperationException}.
 *
 * <pre>{@code
 * NativeMemory name = NativeMemory.of(address, 32);
 * BufferStrings.copyField("Zo\u00eb", StandardCharsets.UTF_8, name, 0, 32, true);
 * System.out.println(BufferStrings.getStringTerminated(name, 0));
 * }</pre>
 *
 * @since 0.1.0
 */
public final class NativeMemory {
    private final long address;
    private final long byteSize;

    private NativeMemory(long address, long byteSize) {
        this.address = address;
        this.byteSize = byteSize;
    }

    /**
     * Returns memory at an address.
     *
     * @param address the address of the first byte; from 0 to 4095 only if no byte there is read or written
     * @param byteSize the number of bytes that may be accessed; {@link Long#MAX_VALUE} denotes all memory up to the last
     *     address
     * @return the memory
     * @throws IllegalArgumentException if {@code address} or {@code byteSize} is negative, or the memory extends beyond
     *     the last address ({@link Long#MAX_VALUE})
     */
    public static NativeMemory of(long address, long byteSize) {
        if (byteSize < 0) {
            throw new IllegalArgumentException("byteSize is " + byteSize + ": negative");
        }
        if (address < 0) {
            throw new IllegalArgumentException("address is " + address + ": negative");
        }
        long most = Long.MAX_VALUE - address; // on Linux, no address of a process is negative
        if (byteSize > most && byteSize != Long.MAX_VALUE) {
            throw new IllegalArgumentException("address is " + address + ", for " + byteSize + " bytes: more than "
                    + most + ", the number of bytes up to the highest address");
        }
        return new NativeMemory(address, Math.min(byteSize, most));
    }

    /**
     * Returns the address of the first byte.
     *
     * @return the address; not negative
     */
    public long address() {
        return address;
    }

    /**
     * Returns the size of the memory.
     *
     * @return the size in bytes; not negative
     */
    public long byteSize() {
        return byteSize;
    }

    /**
     * Returns the address and the size of the memory.
     *
     * @return text for a log
     */
    @Override
    public String toString() {
        return byteSize + " bytes at address 0x" + Long.toHexString(address);
    }
}
