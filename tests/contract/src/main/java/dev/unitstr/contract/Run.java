package dev.unitstr.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The properties that the build sets for this run. */
public final class Run {
    /** In the message of an operation that plain Java does not support; what to do follows. */
    public static final String NEEDS_NATIVE = "; this requires the native library of unitstr: ";

    /**
     * The same whenever this run is repeated, and another in each other run: together, the runs try more. With
     * {@code -Dunitstr.seed}, which may be any text, they try something else.
     */
    private static final int SEED;

    private static final List<String> OPTIONS;
    private static final int SHARE_OF_CI = 7;

    static {
        List<String> values = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (String name : List.of("seed", "java", "run", "isa", "opened", "full", "share")) {
            String value = System.getProperty("unitstr." + name);
            values.add(value);
            if (value != null) {
                options.add("-Dunitstr." + name + "=" + value);
            }
        }
        SEED = values.subList(0, 5).hashCode();
        OPTIONS = List.copyOf(options);
    }

    private Run() {}

    /**
     * Random numbers for a test.
     *
     * @param subject what is tested; its {@code toString} is the same in each JVM
     */
    public static SplittableRandom random(Object subject) {
        return new SplittableRandom(((long) SEED << 32) + subject.toString().hashCode());
    }

    /** The properties of this run, as options of another JVM. */
    public static String[] options() {
        return OPTIONS.toArray(String[]::new);
    }

    /** The run's name: a binding, or {@code denied}. */
    public static String name() {
        String name = System.getProperty("unitstr.run");
        if (name == null) {
            throw new AssertionError("the build did not set -Dunitstr.run");
        }
        return name;
    }

    /** The tier of kernels that the build forces, by its name in {@code UNITSTR_ISA}. */
    public static Optional<String> isa() {
        return Optional.ofNullable(System.getProperty("unitstr.isa"));
    }

    /** Whether the build opens {@code java.lang} to the library. */
    public static boolean opened() {
        return Boolean.getBoolean("unitstr.opened");
    }

    /** Whether native access is denied to this JVM. */
    public static boolean denied() {
        return name().equals("denied");
    }

    /** The binding that has to answer. */
    public static String binding() {
        return denied() ? "java" : name();
    }

    /** Whether memory can be reached by its address. */
    public static boolean reachesAddresses() {
        return !binding().equals("java");
    }

    /** Whether packed functions of libtvm_ffi can be called: on Linux, by a binding that reaches addresses. */
    public static boolean callsPackedFunctions() {
        return reachesAddresses() && System.getProperty("os.name").equals("Linux");
    }

    /** Whether the system is Windows, where a mapped file can be neither replaced nor deleted nor cut. */
    public static boolean onWindows() {
        return System.getProperty("os.name").startsWith("Windows");
    }

    /** How many random records a comparison with the JDK tries for each charset: {@code -Dunitstr.records}. */
    public static int records() {
        return Integer.getInteger("unitstr.records", times(2_000));
    }

    /**
     * Which share of records and products this run tries: one in so many. Each other run tries another. {@code make check}
     * sets eight for its three runs, CI seven for its fourteen; {@link #full} asks for all.
     */
    public static int share() {
        return full() ? 1 : Integer.getInteger("unitstr.share", SHARE_OF_CI);
    }

    /**
     * How often something random is tried in this run.
     *
     * @param times how often one run alone would have to; {@link #full} asks for ten times as many
     */
    public static int times(int times) {
        return full() ? 10 * times : (times + share() - 1) / share();
    }

    /**
     * The part of a product that this run goes through: its {@link #share}, and at least one.
     *
     * @param all the values of one factor of the product
     * @param others the values of the other factors, whose {@code toString} is the same in each JVM: each combination of
     *     them gets another part
     */
    public static <T> List<T> some(List<T> all, Object... others) {
        int share = share();
        SplittableRandom random = random(Arrays.asList(others));
        List<T> some = new ArrayList<>();
        for (int first = 0; first < all.size(); first += share) {
            some.add(all.get(first + random.nextInt(Math.min(share, all.size() - first))));
        }
        return some;
    }

    /**
     * The part that {@code make check} goes through, as {@link #some}; in CI, where no other run would try the rest, all.
     */
    public static <T> List<T> someInCheck(List<T> all, Object... others) {
        return share() > SHARE_OF_CI ? some(all, others) : all;
    }

    /** Whether {@code -Dunitstr.full=true} asks for whole products instead of samples. */
    public static boolean full() {
        return Boolean.getBoolean("unitstr.full");
    }
}
