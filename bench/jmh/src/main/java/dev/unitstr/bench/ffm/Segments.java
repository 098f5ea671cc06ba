package dev.unitstr.bench.ffm;

import dev.unitstr.bench.Cell;
import dev.unitstr.bench.Contender;
import dev.unitstr.bench.Fixed;
import dev.unitstr.bench.Texts;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Strings in memory segments. {@link #arena} is {@code global}, {@code confined}, {@code shared}, {@code heap} or {@code
 * many}, which is global in a JVM that has used the others before, and both kinds of Strings.
 */
public class Segments extends Cell {
    /** Of so many Strings, as in many programs, one has chars above those of Latin-1. */
    private static final int OTHERS = 500;

    /** For JMH. */
    public Segments() {}

    @Override
    protected Contender contender(Texts texts) {
        return contender(new SegmentMemory(texts, arena), texts);
    }

    @Override
    protected List<Contender> others(Texts texts) {
        if (!arena.equals(SegmentMemory.MANY)) {
            return List.of();
        }
        useBothKindsOfStrings();
        return Stream.of("confined", "shared", "heap")
                .map(kind -> contender(new SegmentMemory(texts, kind), texts))
                .toList();
    }

    /**
     * Calls {@code charAt} of both kinds of Strings until the JVM has compiled it. A compiler that has seen few Strings with
     * chars above Latin-1 does not inline {@code charAt} for them. A loop of {@code charAt} then takes longer for all
     * Strings.
     */
    private static void useBothKindsOfStrings() {
        String[] strings = {"a string of Latin-1 alone", "a string with a \u4e61 in it"};
        int most = 0;
        for (int i = 0; i < 100 * OTHERS; i++) {
            String string = strings[i % OTHERS == 0 ? 1 : 0];
            for (int at = 0; at < string.length(); at++) {
                most = Math.max(most, string.charAt(at));
            }
        }
        if (most != '\u4e61') {
            throw new IllegalStateException("the largest char is " + most);
        }
    }

    private Contender contender(SegmentMemory memory, Texts texts) {
        return switch (contender) {
            case "unitstr" -> new Ours(texts, memory);
            case "unitstr-opened" -> Ours.opened(texts, memory);
            case "jdk" -> new Jdk(texts, memory);
            case "copy" -> new Copy(texts, memory);
            case "decoder" -> new Decoder(texts, memory);
            case "jdk27" -> new Jdk27(texts, memory);
            case "jna" -> new Jna(texts, memory);
            case "javacpp" -> new JavaCpp(texts, memory);
            case "lwjgl" -> new Lwjgl(texts, memory);
            case "agrona" -> new Agrona(texts, memory);
            default -> Route.of(contender, texts, memory);
        };
    }

    /**
     * Reads a text.
     *
     * @return the text
     */
    @Benchmark
    public String read() {
        return Fixed.CONTENDER.read(next());
    }

    /**
     * Reads a text up to its terminator.
     *
     * @return the text
     */
    @Benchmark
    public String readTerminated() {
        return Fixed.CONTENDER.readTerminated(next());
    }

    /**
     * Writes a text.
     *
     * @return something that depends on it
     */
    @Benchmark
    public long write() {
        return Fixed.CONTENDER.write(next(), 0);
    }

    /**
     * Compares a text.
     *
     * @return true
     */
    @Benchmark
    public boolean contentEquals() {
        return Fixed.CONTENDER.contentEquals(next());
    }

    /**
     * Reads many texts.
     *
     * @return the texts
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public String[] readBatch() {
        return Fixed.CONTENDER.readBatch();
    }

    /**
     * Writes many texts.
     *
     * @return something that depends on them
     */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public long writeBatch() {
        return Fixed.CONTENDER.writeBatch();
    }
}
