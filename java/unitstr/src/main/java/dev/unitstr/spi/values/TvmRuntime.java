package dev.unitstr.spi.values;

import dev.unitstr.values.CallFrame;
import dev.unitstr.values.PackedFunction;
import dev.unitstr.values.PackedHandler;
import dev.unitstr.values.PackedRuntime;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** libtvm_ffi by a binding. */
public final class TvmRuntime implements PackedRuntime {
    final TvmHost host;
    final int number;
    private final String warnings;
    /** Those that were found: the library keeps them, and so does this map. */
    private final Map<String, TvmFunction> functions = new ConcurrentHashMap<>();

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
        Objects.requireNonNull(library, "library");
        TvmHost host = TvmHost.chosen();
        String[] message = {""};
        return new TvmRuntime(host, open(host, library, 0, message), message[0]);
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
        TvmFunction known = functions.get(Objects.requireNonNull(name, "name"));
        if (known != null) {
            return known;
        }
        long address = host.calls.function(number, TvmHost.utf8(name));
        if (address < 0) {
            throw TvmHost.unexpected(address);
        }
        if (address == 0) {
            return null;
        }
        TvmFunction function = new TvmFunction(this, name, address);
        functions.put(name, function);
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
        long function = host.function(this, handler);
        TvmFrame frame = host.acquire();
        try {
            int status = host.calls.setGlobal(number, TvmHost.utf8(name), function, true, frame.errorAddress());
            if (status == ValueCalls.E_FROZEN) {
                throw new IllegalStateException("the registry is frozen: " + name + " can't be registered");
            }
            frame.check(status);
            functions.remove(name);
        } finally {
            host.release(frame);
            host.calls.release(function);
        }
    }

    @Override
    public PackedFunction functionOf(PackedHandler handler) {
        return TvmFunction.owned(this, host.function(this, handler));
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

    @Override
    public CallFrame frame() {
        return new TvmFrame(host);
    }

    @Override
    public void close() {}
}
