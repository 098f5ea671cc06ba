package dev.unitstr.spi.values;

import dev.unitstr.values.CallFrame;
import dev.unitstr.values.PackedFunction;
import dev.unitstr.values.PackedHandler;
import dev.unitstr.values.PackedRuntime;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** libtvm_ffi by a binding. */
public final class TvmRuntime implements PackedRuntime {
    final TvmHost host;
    final int number;
    private final String warnings;
    /** Those that were found, as long as nothing is registered after that. */
    private final Map<String, Found> functions = new ConcurrentHashMap<>();
    /** How often something was registered. */
    private final AtomicLong changes = new AtomicLong();

    /** A function, and what {@link #changes} was before it was looked for. */
    private record Found(TvmFunction function, long changes) {}

    private TvmRuntime(TvmHost host, int number, String warnings) {
        this.host = host;
        this.number = number;
        this.warnings = warnings;
    }

    /**
     * As {@link PackedRuntime#openTvm}.
     *
     * @param library the file
     * @return the runtime
     */
    public static TvmRuntime open(Path library) {
        return Opening.open(Objects.requireNonNull(library, "library"));
    }

    static TvmRuntime opened(Path library) {
        TvmHost host = TvmHost.chosen();
        String[] message = {""};
        int number = open(host, library, 0, message);
        return host.runtimes.computeIfAbsent(number, key -> new TvmRuntime(host, key, message[0]));
    }

    private static int open(TvmHost host, Path library, int flags, String[] message) {
        byte[] path = TvmHost.utf8(library.toAbsolutePath().toString());
        int number = host.calls.open(path, flags, message);
        if (number < 0) {
            throw new IllegalStateException(
                    message[0].isEmpty() ? library + ": native code says " + number : message[0]);
        }
        return number;
    }

    @Override
    public void load(Path library) {
        open(host, Objects.requireNonNull(library, "library"), ValueCalls.PLAIN, new String[] {""});
    }

    @Override
    public String version() {
        long version = host.calls.version(number);
        return (version >>> 32) + "." + (version >>> 16 & 0xFFFF) + "." + (version & 0xFFFF);
    }

    @Override
    public String warnings() {
        return warnings;
    }

    private @Nullable TvmFunction find(String name) {
        Found known = functions.get(Objects.requireNonNull(name, "name"));
        long before = changes.get();
        if (known != null && known.changes == before) {
            return known.function;
        }
        long address = host.calls.function(number, TvmHost.utf8(name));
        if (address < 0) {
            throw TvmHost.unexpected(address);
        }
        if (address == 0) {
            return null;
        }
        TvmFunction function = TvmFunction.owned(this, name, address);
        if (known != null && known.function.address == address) {
            function = known.function; // still the same: the other reference goes with what was made for it
        }
        functions.put(name, new Found(function, before));
        return function;
    }

    @Override
    public PackedFunction function(String name) {
        TvmFunction function = find(name);
        if (function == null) {
            throw new IllegalArgumentException("there is no function " + name);
        }
        return function;
    }

    @Override
    public boolean has(String name) {
        return find(name) != null;
    }

    @Override
    public void register(String name, PackedHandler handler) {
        Objects.requireNonNull(name, "name");
        TvmFrame frame = host.acquire();
        try {
            long function = host.function(this, handler);
            int status;
            try {
                status = host.calls.setGlobal(number, TvmHost.utf8(name), function, true, frame.errorAddress());
                changes.incrementAndGet();
            } finally {
                host.calls.release(function);
            }
            if (status == ValueCalls.E_FROZEN) {
                throw new IllegalStateException("the registry is frozen: " + name + " can't be registered");
            }
            frame.check(status);
            functions.remove(name);
        } finally {
            host.release(frame);
        }
    }

    @Override
    public PackedFunction functionOf(PackedHandler handler) {
        return TvmFunction.owned(this, "a Java function", host.function(this, handler));
    }

    @Override
    public void freezeRegistry() {
        int status = host.calls.freeze(number);
        if (status != ValueCalls.DONE) {
            throw TvmHost.unexpected(status);
        }
    }

    /**
     * How many Java functions and exceptions native code may still name.
     *
     * @return how many
     */
    public int held() {
        return host.held();
    }

    /**
     * How many frames have memory: those that were not closed, and those that wait for the next call.
     *
     * @return how many
     */
    public int frames() {
        return host.frames.get();
    }

    @Override
    public CallFrame frame() {
        return new TvmFrame(host);
    }

    @Override
    public void close() {}
}
