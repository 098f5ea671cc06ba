package dev.unitstr.internal.values;

import dev.unitstr.tvm.TvmException;
import dev.unitstr.tvm.TvmFunction;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Opens a library on a separate thread and makes trial calls there. A class whose initialiser fails once is unusable
 * from then on, and an initialiser fails if the stack of the first caller is almost full. The stack of this thread is
 * large enough.
 */
public final class RuntimeOpener {
    private static final long STACK = 1 << 20;

    private RuntimeOpener() {}

    /**
     * Performs {@link TvmRuntime#open}.
     *
     * @param library the library file
     * @return the runtime
     */
    public static BoundRuntime open(Path library) {
        Objects.requireNonNull(library, "library");
        FutureTask<BoundRuntime> task = new FutureTask<>(() -> opened(library));
        Thread thread = new Thread(null, task, "unitstr-open", STACK, false);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static BoundRuntime opened(Path library) {
        BoundRuntime opened = BoundRuntime.opened(library);
        rehearse(opened);
        return opened;
    }

    /** Makes a call with each kind of argument, which calls back into Java and also returns with an exception. */
    private static void rehearse(BoundRuntime runtime) {
        TvmFunction function = runtime.functionOf(call -> {
            for (int i = 0; i < call.size(); i++) {
                call.retain(i).close();
                call.arg(i).toJava();
            }
            return call.size() > 1
                    ? call.arg((int) call.arg(0).asLong())
                    : call.arg(0).asLong();
        });
        byte[] binary = new byte[TvmSlots.SLOT];
        for (long i = 0; i < 8; i++) {
            function.call(i, 0.5, true, null, "small", "a text that is no small one", binary, function)
                    .toJava();
        }
        long back = function.call(1L).asLong();
        try {
            function.callOwned("no number").close();
            back = 0;
        } catch (TvmException e) {
            back += e.kind().isEmpty() ? 1 : 0;
        }
        if (back != 1) {
            throw new IllegalStateException("a test call of the library returned an unexpected result");
        }
        for (String maker : new String[] {"ffi.Array", "ffi.Map"}) {
            if (runtime.has(maker)) {
                runtime.function(maker).call("key", "value of some length").toJava();
            }
        }
    }
}
