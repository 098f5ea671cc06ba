package dev.unitstr.internal.values;

import dev.unitstr.internal.binding.TextErrors;
import dev.unitstr.internal.binding.ValueCalls;
import dev.unitstr.tvm.CallFrame;
import dev.unitstr.tvm.OwnedValue;
import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import dev.unitstr.tvm.TvmHandler;
import dev.unitstr.tvm.TvmModule;
import dev.unitstr.tvm.TvmRuntime;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A runtime of libtvm_ffi, called through a binding. */
public final class BoundRuntime implements TvmRuntime {
    final TvmHost host;
    final int number;
    private final String warnings;
    /** The functions found last, so that a repeated lookup returns the same object. */
    private final Map<String, BoundFunction> functions = new ConcurrentHashMap<>();

    private BoundRuntime(TvmHost host, int number, String warnings) {
        this.host = host;
        this.number = number;
        this.warnings = warnings;
    }

    static BoundRuntime opened(Path library) {
        TvmHost host = TvmHost.chosen();
        String[] message = {""};
        int number = open(host, library, 0, message);
        return host.runtimes.computeIfAbsent(number, key -> new BoundRuntime(host, key, message[0]));
    }

    private static int open(TvmHost host, Path library, int flags, String[] message) {
        byte[] path = TvmHost.utf8(library.toAbsolutePath().toString());
        int number = host.calls.open(path, flags, message);
        if (number < 0) {
            throw new IllegalStateException(
                    message[0].isEmpty() ? library + ": " + TextErrors.unexpectedStatus(number) : message[0]);
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

    @Override
    public TvmModule loadModule(Path library) {
        Path file = Objects.requireNonNull(library, "library").toAbsolutePath();
        // Our own loader comes first, because it keeps the JVM's signal handlers. The library then finds the module
        // loaded.
        open(host, file, ValueCalls.PLAIN | ValueCalls.LOCAL, new String[] {""});
        OwnedValue module = function("ffi.ModuleLoadFromFile").callOwned(file.toString());
        return new BoundModule(this, file, ElfNames.of(file), module);
    }

    /** Returns the address of a global function, with a new reference; 0 if there is none. */
    private long look(String name) {
        long address = host.calls.function(number, TvmHost.utf8(Objects.requireNonNull(name, "name")));
        if (address < 0) {
            throw TvmHost.unexpected(address);
        }
        return address;
    }

    @Override
    public TvmFunction function(String name) {
        long address = look(name);
        if (address == 0) {
            functions.remove(name);
            throw new IllegalArgumentException("no function " + name);
        }
        BoundFunction known = functions.get(name);
        if (known != null && known.address == address) {
            host.calls.release(address); // the known object has a reference, so its address was not reused
            return known;
        }
        BoundFunction function = BoundFunction.owned(this, name, address);
        functions.put(name, function);
        return function;
    }

    @Override
    public boolean has(String name) {
        long address = look(name);
        host.calls.release(address);
        return address != 0;
    }

    @Override
    public List<String> functionNames() {
        // The functor returns the number of names for -1, and a name for each index.
        try (OwnedValue lister = function("ffi.FunctionListGlobalNamesFunctor").callOwned()) {
            TvmFunction at = lister.asFunction();
            String[] names = new String[Math.toIntExact(at.call(-1).asLong())];
            Arrays.setAll(names, i -> at.call(i).asString());
            Arrays.sort(names);
            return List.of(names);
        }
    }

    @Override
    public void register(String name, TvmHandler handler) {
        TvmException exists = register(name, handler, false);
        if (exists != null) {
            throw new IllegalArgumentException(
                    "a function " + name + " exists: replace(name, handler) replaces it for all its callers", exists);
        }
    }

    @Override
    public boolean registerIfAbsent(String name, TvmHandler handler) {
        return register(name, handler, false) == null;
    }

    @Override
    public void replace(String name, TvmHandler handler) {
        register(name, handler, true);
    }

    private @Nullable TvmException register(String name, TvmHandler handler, boolean override) {
        Objects.requireNonNull(name, "name");
        long function = host.function(this, handler);
        try {
            return set(name, function, override);
        } finally {
            host.calls.release(function);
        }
    }

    @Override
    public void unregister(String name) {
        set(Objects.requireNonNull(name, "name"), 0, true);
    }

    /**
     * Returns the error if a function of this name exists and may not be replaced, otherwise null: the library decides that
     * in one step.
     */
    private @Nullable TvmException set(String name, long function, boolean override) {
        try (TvmFrame frame = host.acquire()) {
            int status = host.calls.setGlobal(number, TvmHost.utf8(name), function, override, frame.errorAddress());
            if (status == ValueCalls.E_FROZEN) {
                throw new IllegalStateException("the registry is frozen: " + name + " cannot be "
                        + (function == 0 ? "unregistered" : "registered"));
            }
            try {
                frame.check(status);
            } catch (TvmException e) {
                if (override || !has(name)) {
                    throw e;
                }
                return e;
            }
            functions.remove(name);
            return null;
        }
    }

    @Override
    public TvmFunction functionOf(TvmHandler handler) {
        return BoundFunction.owned(this, "a Java function", host.function(this, handler));
    }

    @Override
    public void freezeRegistry() {
        int status = host.calls.freeze(number);
        if (status != ValueCalls.DONE) {
            throw TvmHost.unexpected(status);
        }
    }

    /**
     * Returns the number of Java functions and exceptions to which native code may still refer.
     *
     * @return the number
     */
    public int held() {
        return host.held();
    }

    /**
     * Returns the approximate native memory held by values that were not closed.
     *
     * @return the size in bytes
     */
    public long unclosedBytes() {
        return host.unclosed.bytes();
    }

    /**
     * Returns the number of frames with memory: frames that were not closed, and idle frames that wait for a call.
     *
     * @return the number
     */
    public int frames() {
        return host.frames.get();
    }

    @Override
    public CallFrame frame() {
        return new TvmFrame(host, this);
    }

    @Override
    public void close() {}
}
