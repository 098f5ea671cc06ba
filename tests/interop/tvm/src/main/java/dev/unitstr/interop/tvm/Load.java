package dev.unitstr.interop.tvm;

import dev.unitstr.UnitStr;
import dev.unitstr.tvm.TvmRuntime;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One JVM in which libtvm_ffi is loaded while threads run into null checks that the JIT compiled, each of which is a SIGSEGV
 * that the JVM must receive. To be run with {@code -XX:TieredStopAtLevel=1}: C1 never makes them anything else.
 */
public final class Load {
    private static final int THREADS = 3;
    private static final long COMPILED = 30_000;
    /** Only a JVM that hangs waits as long. */
    private static final int MOST_WAITS = 120_000;

    private static final AtomicLong THROWN = new AtomicLong();

    private Load() {}

    /**
     * Loads it; the end of the process says how that went.
     *
     * @param args the library, and {@code plain} to load it as any other: then the process is expected to crash; or
     *     {@code early} to do that and open it afterwards, which libjsig makes possible
     */
    public static void main(String[] args) throws Exception {
        byte[][] arrays = {new byte[1], null};
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> busy(arrays));
            thread.setDaemon(true);
            thread.start();
        }
        await(COMPILED);
        long before = THROWN.get();
        if (args.length > 1) {
            System.load(Path.of(args[0]).toAbsolutePath().toString());
            await(before + COMPILED);
            if (args[1].equals("plain")) {
                System.out.println("loaded as any other library, and nothing happened");
                return;
            }
        }
        TvmRuntime runtime = TvmRuntime.open(Path.of(args[0]));
        long during = THROWN.get() - before;
        await(THROWN.get() + COMPILED);
        Live.check(runtime.warnings().isEmpty(), runtime.warnings());
        Live.check(runtime.has("ffi.Array"), "no ffi.Array");
        System.out.println("ok by " + UnitStr.binding() + " on Java "
                + Runtime.version().feature() + ", " + during + " null checks meanwhile");
    }

    private static void await(long thrown) throws InterruptedException {
        for (int i = 0; THROWN.get() < thrown; i++) {
            Live.check(i < MOST_WAITS, "only " + THROWN);
            Thread.sleep(1);
        }
    }

    private static void busy(byte[][] arrays) {
        for (int i = 0; ; i++) {
            try {
                if (length(arrays[i & 1]) > 1) {
                    return;
                }
            } catch (NullPointerException e) {
                THROWN.incrementAndGet();
            }
        }
    }

    private static int length(byte[] array) {
        return array.length;
    }
}
