import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pitest.reloc.asm.ClassReader;
import org.pitest.reloc.asm.ClassWriter;
import org.pitest.reloc.asm.Opcodes;
import org.pitest.reloc.asm.tree.AbstractInsnNode;
import org.pitest.reloc.asm.tree.ClassNode;
import org.pitest.reloc.asm.tree.InsnList;
import org.pitest.reloc.asm.tree.LdcInsnNode;
import org.pitest.reloc.asm.tree.LineNumberNode;
import org.pitest.reloc.asm.tree.MethodInsnNode;
import org.pitest.reloc.asm.tree.MethodNode;

/**
 * Tests the mutants of a {@link Sample}, in one JVM that swaps their classes: {@code Trial WORK RUN TAG LEFT-OUT
 * DIRECTORY…} with the tests of a run of Surefire, all of them below the directories but the classes named in LEFT-OUT. In
 * this order:
 *
 * <ol>
 *   <li>Each test class runs once without a mutant, which says how long it takes, and which lines with mutants it reaches.
 *   <li>Each mutant is tested alone by the classes that reach its line, the fastest first, as long as they take
 *       {@value #ALONE_MILLIS} ms together.
 *   <li>By the remaining classes, what is still alive is tested together, one mutant of a class at a time; if a test fails,
 *       each half of them.
 *   <li>What is still alive is tested by the three fastest in a JVM of its own, because some code runs once in a JVM.
 * </ol>
 *
 * <p>A test must pass again after it has failed with a mutant; otherwise the mutant has left something behind, and a new
 * JVM is needed. The exit status is 0 if all is done, and something else if the run must be started again, as it also must
 * when a mutant ends the JVM. The file {@code tried-RUN} in WORK says what was tried so far.
 */
public final class Trial {
    private static final int ALONE_MILLIS = 3_000;
    private static final long MOST_NANOS = 900_000_000_000L;
    private static final int AGAIN = 3;
    private static final String NOTHING = "no test was run";

    private static Instrumentation jvm;
    private static boolean[] reached;

    private record Mutant(int number, String type, String method, int line, byte[] bytes) {}

    private record Test(String type, long millis, Set<Integer> reaches) {}

    private final Path work;
    private final String run;
    private final String tag;
    private final Launcher launcher = LauncherFactory.create();
    private final Map<Integer, Mutant> alive = new TreeMap<>();
    private final List<Test> tests = new ArrayList<>();
    private final Map<String, String> tried = new ConcurrentHashMap<>(); // by numbers of mutants and test
    private volatile long deadline = Long.MAX_VALUE;
    private boolean fresh = true;

    private Trial(Path work, String run, String tag) {
        this.work = work;
        this.run = run;
        this.tag = tag;
    }

    /** Called by the JVM for an agent. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        jvm = instrumentation;
    }

    /** Called by the code with mutants, before the line of one. */
    public static void reach(int number) {
        reached[number] = true;
    }

    public static void main(String[] args) throws Exception {
        Trial trial = new Trial(Path.of(args[0]), args[1], args[2]);
        trial.read();
        Runtime.getRuntime().addShutdownHook(new Thread(trial::stop));
        Thread watchdog = new Thread(trial::watch);
        watchdog.setDaemon(true);
        watchdog.start();
        Set<String> leftOut = Set.of(args[3].split(","));
        List<String> types = new ArrayList<>();
        for (String directory : List.of(args).subList(4, args.length)) {
            try (var files = Files.walk(Path.of(directory))) {
                files.map(file -> Path.of(directory).relativize(file).toString().replace('/', '.'))
                        .filter(name -> name.matches("[^$]*(Test|Contract)\\.class"))
                        .map(name -> name.substring(0, name.length() - ".class".length()))
                        .filter(name -> !leftOut.contains(name.replaceAll(".*\\.", "")))
                        .sorted()
                        .forEach(types::add);
            }
        }
        trial.measure(types);
        trial.alone();
        trial.together();
        trial.first();
        System.exit(0);
    }

    private void read() throws IOException {
        Set<Integer> killed = new HashSet<>();
        try (var files = Files.list(work)) {
            for (Path file : (Iterable<Path>) files.filter(file -> file.toString().contains("/tried-"))::iterator) {
                Map<String, String> outcomes = file.endsWith("tried-" + run) ? tried : new LinkedHashMap<>();
                for (String line : Files.readAllLines(file)) {
                    String[] fields = line.split("\t");
                    outcomes.put(fields[0] + "\t" + fields[1], fields[2]);
                }
                outcomes.replaceAll(
                        (key, outcome) -> outcome.equals("started") ? "ended the JVM, or took too long" : outcome);
                outcomes.forEach((key, outcome) -> {
                    if (!key.contains(",") && outcome.matches("(failed|ended).*")) {
                        killed.add(Integer.valueOf(key.split("\t")[0]));
                    }
                });
            }
        }
        for (String line : Files.readAllLines(work.resolve("sample"))) {
            String[] fields = line.split("\t");
            Mutant mutant = new Mutant(
                    Integer.parseInt(fields[0]),
                    fields[1],
                    fields[2],
                    Integer.parseInt(fields[4].replaceAll(".*:", "")),
                    Files.readAllBytes(work.resolve("classes/" + fields[0])));
            reached = new boolean[mutant.number + 1];
            if (!killed.contains(mutant.number)) {
                alive.put(mutant.number, mutant);
            }
        }
    }

    private void measure(List<String> types) throws IOException {
        Path file = work.resolve("tests-" + run);
        Map<String, Test> known = new HashMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] fields = line.split("\t", -1);
                known.put(
                        fields[0],
                        new Test(
                                fields[0],
                                Long.parseLong(fields[1]),
                                fields[2].isEmpty()
                                        ? Set.of()
                                        : List.of(fields[2].split(",")).stream()
                                                .map(Integer::valueOf)
                                                .collect(Collectors.toSet())));
            }
        }
        ClassFileTransformer probes = new Probes();
        jvm.addTransformer(probes);
        for (String type : types) {
            Test test = known.get(type);
            if (test == null) {
                reached = new boolean[reached.length];
                long start = millis();
                String failure = failure(List.of(selectClass(type)));
                test = new Test(
                        type,
                        millis() - start,
                        IntStream.range(0, reached.length)
                                .filter(number -> reached[number])
                                .boxed()
                                .collect(Collectors.toSet()));
                if (failure != null && !failure.equals(NOTHING)) {
                    System.out.println(run + ": fails without a mutant: " + failure);
                    test = new Test(type, test.millis, Set.of());
                }
                append(
                        file,
                        type,
                        Long.toString(test.millis),
                        test.reaches.stream().map(String::valueOf).collect(Collectors.joining(",")));
                fresh = false;
            }
            tests.add(test);
        }
        jvm.removeTransformer(probes);
        tests.sort(Comparator.comparingLong(Test::millis));
    }

    private void alone() throws Exception {
        // What a stopped run has tried is a sample too.
        List<Mutant> shuffled = new ArrayList<>(alive.values());
        shuffled.sort(Comparator.comparingLong(mutant -> mutant.number * 0x9E37_79B9_7F4A_7C15L));
        for (Mutant mutant : shuffled) {
            long left = ALONE_MILLIS;
            for (Test test : tests) {
                left -= test.reaches.contains(mutant.number) ? test.millis : 0;
                if (left >= 0 && passes(List.of(mutant), test.type, List.of(test)) == Boolean.FALSE) {
                    break;
                }
            }
        }
    }

    private void together() throws Exception {
        for (Test test : tests) {
            List<Mutant> open = new ArrayList<>(alive.values());
            open.removeIf(mutant -> !test.reaches.contains(mutant.number) || outcome(List.of(mutant), test.type) != null);
            while (!open.isEmpty()) {
                Map<String, Mutant> group = new LinkedHashMap<>();
                open.forEach(mutant -> group.putIfAbsent(mutant.type, mutant));
                open.removeAll(group.values());
                together(List.copyOf(group.values()), test);
            }
        }
    }

    private void together(List<Mutant> group, Test test) throws Exception {
        String before = outcome(group, test.type);
        boolean passed = before == null ? passes(group, test.type, List.of(test)) : before.equals("passed");
        if (group.size() == 1) {
            return;
        }
        if (passed) {
            for (Mutant mutant : group) {
                record(List.of(mutant), test.type, "passed");
            }
        } else {
            together(group.subList(0, group.size() / 2), test);
            together(group.subList(group.size() / 2, group.size()), test);
        }
    }

    private void first() throws Exception {
        for (Mutant mutant : List.copyOf(alive.values())) {
            List<Test> fastest = tests.stream()
                    .filter(test -> test.reaches.contains(mutant.number))
                    .limit(3)
                    .toList();
            if (!fastest.isEmpty() && outcome(List.of(mutant), "in a JVM of its own") == null) {
                if (!fresh) {
                    System.exit(AGAIN);
                }
                passes(List.of(mutant), "in a JVM of its own", fastest);
            }
        }
    }

    private String outcome(List<Mutant> mutants, String name) {
        return tried.get(numbers(mutants) + "\t" + name);
    }

    /** Tests mutants, none of the same class: null if that was done before, or no test reaches one. */
    private Boolean passes(List<Mutant> mutants, String name, List<Test> by) throws Exception {
        String before = outcome(mutants, name);
        if (before != null && !before.equals("again")
                || by.stream()
                        .noneMatch(test -> mutants.stream().anyMatch(mutant -> test.reaches.contains(mutant.number)))) {
            return null;
        }
        boolean first = fresh;
        fresh = false;
        record(mutants, name, "started");
        long millis = by.stream().mapToLong(Test::millis).sum();
        deadline = millis() + 10_000 + 5 * millis;
        List<DiscoverySelector> tested = new ArrayList<>();
        by.forEach(test -> tested.add(selectClass(test.type)));
        List<ClassDefinition> originals = new ArrayList<>();
        String failure;
        boolean restored = true;
        try {
            for (Mutant mutant : mutants) {
                Class<?> type = Class.forName(mutant.type, false, Trial.class.getClassLoader());
                try (var original = type.getResourceAsStream("/" + mutant.type.replace('.', '/') + ".class")) {
                    originals.add(new ClassDefinition(type, Objects.requireNonNull(original).readAllBytes()));
                }
                jvm.redefineClasses(new ClassDefinition(type, mutant.bytes));
            }
            failure = failure(tested);
        } catch (OutOfMemoryError | VerifyError e) {
            failure = e.toString();
        }
        try {
            jvm.redefineClasses(originals.toArray(ClassDefinition[]::new));
        } catch (InternalError e) { // a mutant has made the initialization of its class fail
            restored = false;
        }
        if (failure == null) {
            deadline = Long.MAX_VALUE;
            record(mutants, name, "passed");
            if (!restored) {
                System.exit(AGAIN);
            }
            return true;
        }
        boolean sure = first || mutants.size() > 1;
        record(mutants, name, sure ? "failed: " + failure : "again");
        boolean clean = restored && failure.startsWith("[")
                && failure(List.of(selectUniqueId(failure.replaceAll(" .*", "")))) == null;
        deadline = Long.MAX_VALUE;
        if (clean && !sure) {
            record(mutants, name, "failed: " + failure);
        }
        if (!clean) {
            System.exit(AGAIN);
        }
        if (mutants.size() == 1) {
            alive.remove(mutants.get(0).number);
        }
        return false;
    }

    private String failure(List<? extends DiscoverySelector> selected) {
        var request = LauncherDiscoveryRequestBuilder.request().selectors(selected);
        if (!tag.isEmpty()) {
            request.filters(TagFilter.includeTags(tag));
        }
        CancellationToken token = CancellationToken.create();
        var failures = new TestExecutionListener() {
            volatile String first = NOTHING;

            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (result.getStatus() == TestExecutionResult.Status.FAILED && (first == null || first.equals(NOTHING))) {
                    first = test.getUniqueId().replace(" ", "%20") + " "
                            + result.getThrowable().map(Object::toString).orElse("").replaceAll("\\s+", " ");
                    token.cancel();
                } else if (test.isTest() && NOTHING.equals(first)) {
                    first = null;
                }
            }
        };
        launcher.execute(LauncherExecutionRequestBuilder.request(request.build())
                .cancellationToken(token)
                .listeners(failures)
                .build());
        return failures.first;
    }

    /** The CPU time of this JVM, because the machine may be busy. */
    private static long millis() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1_000_000;
    }

    private void watch() {
        long last = deadline;
        for (long since = System.nanoTime(); millis() < last && System.nanoTime() - since < MOST_NANOS; ) {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                return;
            }
            since = last == deadline ? since : System.nanoTime();
            last = deadline;
        }
        Runtime.getRuntime().halt(AGAIN); // what was started and has not ended is killed
    }

    /** Somebody has stopped this program: what was started is no result. */
    private void stop() {
        tried.forEach((key, outcome) -> {
            if (outcome.equals("started")) {
                append(work.resolve("tried-" + run), key, "again");
            }
        });
    }

    private void record(List<Mutant> mutants, String name, String outcome) {
        tried.put(numbers(mutants) + "\t" + name, outcome);
        append(work.resolve("tried-" + run), numbers(mutants), name, outcome);
    }

    private static String numbers(List<Mutant> mutants) {
        return mutants.stream().map(mutant -> Integer.toString(mutant.number)).collect(Collectors.joining(","));
    }

    private static void append(Path file, String... fields) {
        try {
            Files.writeString(
                    file, String.join("\t", fields) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a call of {@link #reach} before each line that has a mutant. */
    private final class Probes implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            List<Mutant> mutants = alive.values().stream()
                    .filter(mutant -> mutant.type.replace('.', '/').equals(name))
                    .toList();
            if (mutants.isEmpty() || loader != Trial.class.getClassLoader()) {
                return null;
            }
            ClassNode type = new ClassNode();
            new ClassReader(bytes).accept(type, 0);
            for (Mutant mutant : mutants) {
                for (MethodNode method : type.methods) {
                    if (mutant.method.equals(method.name + method.desc)) {
                        probe(method, mutant);
                    }
                }
            }
            ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            type.accept(writer);
            return writer.toByteArray();
        }

        private static void probe(MethodNode method, Mutant mutant) {
            for (AbstractInsnNode node : method.instructions.toArray()) {
                if (node instanceof LineNumberNode line && line.line == mutant.line) {
                    AbstractInsnNode next = node;
                    while (next.getOpcode() < 0) {
                        next = next.getNext();
                    }
                    InsnList call = new InsnList();
                    call.add(new LdcInsnNode(mutant.number));
                    call.add(new MethodInsnNode(Opcodes.INVOKESTATIC, "Trial", "reach", "(I)V"));
                    method.instructions.insertBefore(next, call);
                }
            }
        }
    }
}
