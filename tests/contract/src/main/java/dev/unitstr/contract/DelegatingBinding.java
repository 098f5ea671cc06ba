package dev.unitstr.contract;

import dev.unitstr.internal.binding.Binding;
import dev.unitstr.internal.binding.Query;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    public long decode(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, byte[] latin1, char[] chars) {
        return other.decode(base, offset, bytes, encoding, flags, latin1, chars);
    }

    @Override
    public long encode(
            char[] source, int chars, @Nullable Object base, long offset, long capacity, int encoding, int flags) {
        return other.encode(source, chars, base, offset, capacity, encoding, flags);
    }

    @Override
    public long measure(char[] source, int chars, int encoding, int flags) {
        return other.measure(source, chars, encoding, flags);
    }

    @Override
    public long findZero(@Nullable Object base, long offset, long maxUnits, int unitSize) {
        return other.findZero(base, offset, maxUnits, unitSize);
    }

    @Override
    public long contentEquals(
            @Nullable Object base, long offset, int bytes, int encoding, int flags, char[] text, int chars) {
        return other.contentEquals(base, offset, bytes, encoding, flags, text, chars);
    }

    @Override
    public long query(@Nullable Object base, long offset, int bytes, int encoding, int flags, Query query) {
        return other.query(base, offset, bytes, encoding, flags, query);
    }

    @Override
    public String lastPanic() {
        return other.lastPanic();
    }
}
