import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.SplittableRandom;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.ClassMutationResults;
import org.pitest.mutationtest.ListenerArguments;
import org.pitest.mutationtest.MutationResult;
import org.pitest.mutationtest.MutationResultListener;
import org.pitest.mutationtest.MutationResultListenerFactory;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.MutationIdentifier;
import org.pitest.plugin.Feature;

/**
 * Tells pitest which mutants to try, and writes what became of each. System properties: {@code mutants.only} is a file with a
 * mutant a line, as an earlier run wrote them; without it, {@code mutants.seed} chooses {@code mutants.rate} per cent of the
 * mutants of each class, rounded up or down at random. {@code mutants.results} is the file to write.
 */
public final class Sample implements MutationInterceptorFactory {
    @Override
    public String description() {
        return "chooses mutants";
    }

    @Override
    public Feature provides() {
        return Feature.named("sample").withOnByDefault(true).withDescription(description());
    }

    @Override
    public MutationInterceptor createInterceptor(InterceptorParameters parameters) {
        String only = System.getProperty("mutants.only");
        return new Choice(only == null ? null : lines(Path.of(only)));
    }

    private static List<String> lines(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.map(line -> line.split("\t")[0]).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same in each run on the same classes. */
    private static String name(MutationIdentifier id) {
        return id.getClassName().asJavaName() + "." + id.getLocation().getMethodName() + id.getLocation().getMethodDesc()
                + " " + id.getFirstIndex() + " " + id.getMutator().replaceAll(".*\\.", "");
    }

    private record Choice(List<String> only) implements MutationInterceptor {
        @Override
        public InterceptorType type() {
            return InterceptorType.REPORT; // after the filters of pitest
        }

        @Override
        public void begin(ClassTree type) {}

        @Override
        public Collection<MutationDetails> intercept(Collection<MutationDetails> mutations, Mutater mutater) {
            List<MutationDetails> left = new ArrayList<>(mutations);
            if (only != null) {
                left.removeIf(mutation -> !only.contains(name(mutation.getId())));
            } else if (!left.isEmpty()) {
                left.sort(Comparator.comparing(mutation -> name(mutation.getId())));
                String type = left.get(0).getClassName().asJavaName();
                var random = new SplittableRandom((System.getProperty("mutants.seed") + type).hashCode());
                double wanted = left.size() * Double.parseDouble(System.getProperty("mutants.rate")) / 100;
                System.out.println("mutants of " + type + ": " + left.size());
                while (left.size() > wanted) {
                    if (left.size() - wanted < 1 && random.nextDouble() < wanted - Math.floor(wanted)) {
                        break;
                    }
                    left.remove(random.nextInt(left.size()));
                }
            }
            return left;
        }

        @Override
        public void end() {}
    }

    /** Writes a line for each mutant: its name, its source line, what it does, its status, the test that killed it. */
    public static final class Results implements MutationResultListenerFactory {
        @Override
        public String name() {
            return "TSV";
        }

        @Override
        public String description() {
            return "writes results as lines";
        }

        @Override
        public MutationResultListener getListener(Properties properties, ListenerArguments arguments) {
            return new Lines(open(Path.of(System.getProperty("mutants.results"))));
        }

        private static PrintWriter open(Path file) {
            try {
                return new PrintWriter(Files.newBufferedWriter(file), true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private record Lines(PrintWriter out) implements MutationResultListener {
        @Override
        public void runStart() {}

        @Override
        public void handleMutationResult(ClassMutationResults results) {
            for (MutationResult result : results.getMutations()) {
                MutationDetails mutation = result.getDetails();
                out.println(String.join(
                        "\t",
                        name(mutation.getId()),
                        mutation.getFilename() + ":" + mutation.getLineNumber(),
                        mutation.getDescription(),
                        result.getStatus().name(),
                        result.getKillingTest().orElse("")));
            }
        }

        @Override
        public void runEnd() {
            out.close();
        }
    }
}
