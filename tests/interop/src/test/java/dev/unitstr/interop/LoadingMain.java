package dev.unitstr.interop;

import dev.unitstr.BufferStrings;
import dev.unitstr.NativeMemory;
import dev.unitstr.UnitStr;
import dev.unitstr.internal.text.RegionStrings;
import java.io.File;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** The program that {@link LoadingTest} runs in its own JVMs. */
final class LoadingMain {
    private LoadingMain() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "open" -> open(List.of(args).subList(1, args.length));
            case "use" -> System.out.println(new Use().call());
            case "address" -> address();
            case "loaders" -> loaders(Integer.parseInt(args[1]));
            case "collect" -> collect();
            case "split" -> split();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Opens each of the bindings, without calling anything in them. */
    private static void open(List<String> bindings) {
        for (String binding : bindings) {
            try {
                System.out.println(RegionStrings.using(binding).binding().name() + " works");
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** Writes and reads a string; says by which binding and which library. */
    public static final class Use implements Callable<String> {
        /** For class loaders. */
        public Use() {}

        @Override
        public String call() {
            String text = "h\u00e9llo \u4e2d\u6587 \ud83d\ude00";
            ByteBuffer memory = BufferStrings.allocateFrom(ByteBuffer::allocateDirect, text, StandardCharsets.UTF_16LE);
            String back = BufferStrings.getString(memory, 0, text.length(), StandardCharsets.UTF_16LE);
            String library = UnitStr.doctor()
                    .lines()
                    .filter(line -> line.startsWith("library "))
                    .findFirst()
                    .orElse("library ?")
                    .replaceFirst("library +", "");
            return UnitStr.binding() + (back.equals(text) ? " right " : " wrong ") + library;
        }
    }

    /** Reads memory at an address, where only plain Java works. */
    private static void address() {
        try {
            NativeMemory.of(1 << 20, 8).getString(0, 1, StandardCharsets.UTF_8);
        } catch (UnsupportedOperationException e) {
            System.out.println(e.getMessage());
            System.out.println(e.getCause().getMessage());
        }
    }

    /** Imitates many applications in one server, each with its own copy of the jars. */
    private static void loaders(int count) throws Exception {
        List<ClassLoader> alive = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            alive.add(loader());
            System.out.println(use(alive.get(i)));
        }
        System.out.println(use(alive.get(0)));
    }

    /** An application that is stopped, and one that is started after it. */
    private static void collect() throws Exception {
        WeakReference<ClassLoader> gone = useAndDrop();
        for (int i = 0; i < 6000 && gone.get() != null; i++) { // a minute: only a leak takes as long
            System.gc();
            Thread.sleep(10);
        }
        System.out.println(gone.get() == null ? "collected" : "still there");
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            System.out.println(maps.anyMatch(line -> line.contains("/libunitstr")) ? "mapped" : "unmapped");
        }
        System.out.println(use(loader()));
    }

    /** A server that has unitstr in a parent class loader; unitstr-ffm and the natives jar are an application's. */
    private static void split() throws Exception {
        List<URL> base = new ArrayList<>();
        List<URL> others = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            (entry.matches(".*/unitstr-[0-9][^/]*\\.jar") ? base : others)
                    .add(Path.of(entry).toUri().toURL());
        }
        ClassLoader parent = new URLClassLoader(base.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        ClassLoader child = new URLClassLoader(others.toArray(URL[]::new), parent);
        Class<?> segmentType = Class.forName("java.lang.foreign.MemorySegment");
        Object segment = segmentType.getMethod("ofArray", byte[].class).invoke(null, (Object) new byte[] {'h', 'i'});
        Object text = Class.forName("dev.unitstr.ffm.SegmentStrings", true, child)
                .getMethod("getString", segmentType, long.class, long.class)
                .invoke(null, segment, 0L, 2L);
        Object strings = Class.forName("dev.unitstr.ffm.internal.text.ChosenStrings", true, child)
                .getMethod("chosen")
                .invoke(null);
        Object binding = strings.getClass().getMethod("binding").invoke(strings);
        System.out.println(text + " by " + binding.getClass().getMethod("name").invoke(binding));
        System.out.println(Class.forName("dev.unitstr.UnitStr", true, child)
                .getMethod("doctor")
                .invoke(null));
    }

    private static WeakReference<ClassLoader> useAndDrop() throws Exception {
        ClassLoader loader = loader();
        System.out.println(use(loader));
        return new WeakReference<>(loader);
    }

    /** On a thread that ends: what it keeps ends too. */
    private static String use(ClassLoader loader) throws Exception {
        String[] result = {"nothing"};
        Thread thread = new Thread(() -> {
            try {
                Class<?> type = Class.forName(Use.class.getName(), true, loader);
                result[0] = (String) ((Callable<?>) type.getConstructor().newInstance()).call();
            } catch (Exception e) {
                result[0] = e.toString();
            }
        });
        thread.start();
        thread.join();
        return result[0];
    }

    private static ClassLoader loader() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }
}
