package dev.unitstr.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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
    private static final int SEED = Objects.hash(
            System.getProperty("unitstr.seed"),
            System.getProperty("unitstr.java"),
            System.getProperty("unitstr.run"),
            System.getProperty("unitstr.isa"),
            System.getProperty("unitstr.opened"));

    private Run() {}

    /**
     * Random numbers for a test.
     *
     * @param subject what is tested; its {@code toString} is the same in each JVM
     */
    public static SplittableRandom random(Object subject) {
        return new SplittableRandom(((long) SEED << 32) + subject.toString().hashCode());
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
     * How often something random is tried in this run. The five runs of {@code make check} and the others of CI try a third
     * each, and each other records.
     *
     * @param times how often one run alone would have to; {@link #full} asks for ten times as many
     */
    public static int times(int times) {
        return full() ? 10 * times : (times + 2) / 3;
    }

    /**
     * The part of a product that this run goes through: about a third, or all if {@link #full} asks for that.
     *
     * @param all the values of one factor of the product
     * @param others the values of the other factors, whose {@code toString} is the same in each JVM: each combination of
     *     them gets another third
     */
    public static <T> List<T> some(List<T> all, Object... others) {
        if (full()) {
            return all;
        }
        SplittableRandom random = random(Arrays.asList(others));
        List<T> some = new ArrayList<>();
        for (int first = 0; first < all.size(); first += 3) {
            some.add(all.get(Math.min(first + random.nextInt(3), all.size() - 1)));
        }
        return some;
    }

    /** Whether {@code -Dunitstr.full=true} asks for whole products instead of samples. */
    public static boolean full() {
        return Boolean.getBoolean("unitstr.full");
    }
}
