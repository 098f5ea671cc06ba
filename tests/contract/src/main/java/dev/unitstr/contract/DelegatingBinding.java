package dev.unitstr.contract;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.memory.Region;
import java.util.Optional;

/** A binding that does what another one does, but for what a subclass changes. */
class DelegatingBinding implements Binding {
    private final Binding other;

    DelegatingBinding(Binding other) {
        this.other = other;
    }

    @Override
    public String name() {
        return other.name();
    }

    @Override
    public Optional<Throwable> tryOpen() {
        return other.tryOpen();
    }

    @Override
    public String version() {
        return other.version();
    }

    @Override
    public Optional<String> library() {
        return other.library();
    }

    @Override
    public long decode(Region source, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        return other.decode(source, offset, bytes, encoding, flags, latin1, chars);
    }

    @Override
    public long encode(char[] source, int chars, Region target, long offset, long capacity, int encoding, int flags) {
        return other.encode(source, chars, target, offset, capacity, encoding, flags);
    }

    @Override
    public long measure(char[] source, int chars, int encoding, int flags) {
        return other.measure(source, chars, encoding, flags);
    }

    @Override
    public long findZero(Region source, long offset, long maxUnits, int unitSize) {
        return other.findZero(source, offset, maxUnits, unitSize);
    }

    @Override
    public long contentEquals(Region source, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        return other.contentEquals(source, offset, bytes, encoding, flags, text, chars);
    }

    @Override
    public String lastPanic() {
        return other.lastPanic();
    }
}
