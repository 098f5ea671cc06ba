import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.pitest.bytecode.analysis.ClassTree;
import org.pitest.mutationtest.build.InterceptorParameters;
import org.pitest.mutationtest.build.InterceptorType;
import org.pitest.mutationtest.build.MutationInterceptor;
import org.pitest.mutationtest.build.MutationInterceptorFactory;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.MutationIdentifier;
import org.pitest.plugin.Feature;

/**
 * Writes a sample of pitest's mutants, and has none tested: {@link Trial} does that. System properties: {@code mutants.seed}
 * chooses {@code mutants.rate} per cent of the mutants of each class, rounded up or down at random; {@code mutants.work} is
 * a directory. Its file {@code sample} gets a line for each mutant: number, class, method with its descriptor, instruction
 * and operator, file with line, what it does. Its file {@code classes/NUMBER} is the class with that mutant.
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
        return new Choice(Path.of(System.getProperty("mutants.work")));
    }

    private static String method(MutationIdentifier id) {
        return id.getLocation().getMethodName() + id.getLocation().getMethodDesc();
    }

    private static String place(MutationIdentifier id) {
        return id.getFirstIndex() + " " + id.getMutator().replaceAll(".*\\.", "");
    }

    private record Choice(Path work) implements MutationInterceptor {
        @Override
        public InterceptorType type() {
            return InterceptorType.REPORT; // after the filters of pitest
        }

        @Override
        public void begin(ClassTree type) {}

        @Override
        public Collection<MutationDetails> intercept(Collection<MutationDetails> mutations, Mutater mutater) {
            if (mutations.isEmpty()) {
                return mutations;
            }
            List<MutationDetails> left = new ArrayList<>(mutations);
            left.sort(Comparator.comparing(mutation -> method(mutation.getId()) + " " + place(mutation.getId())));
            String type = left.get(0).getClassName().asJavaName();
            System.out.println("mutants of " + type + ": " + left.size());
            var random = new SplittableRandom((System.getProperty("mutants.seed") + type).hashCode());
            double wanted = left.size() * Double.parseDouble(System.getProperty("mutants.rate")) / 100;
            while (left.size() > wanted) {
                if (left.size() - wanted < 1 && random.nextDouble() < wanted - Math.floor(wanted)) {
                    break;
                }
                left.remove(random.nextInt(left.size()));
            }
            try {
                for (MutationDetails mutation : left) {
                    write(mutation, mutater.getMutation(mutation.getId()).getBytes());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return List.of();
        }

        private void write(MutationDetails mutation, byte[] mutant) throws IOException {
            Path sample = work.resolve("sample");
            int number = Files.exists(sample) ? Files.readAllLines(sample).size() : 0;
            MutationIdentifier id = mutation.getId();
            String line = String.join(
                    "\t",
                    Integer.toString(number),
                    id.getClassName().asJavaName(),
                    method(id),
                    place(id),
                    mutation.getFilename() + ":" + mutation.getLineNumber(),
                    mutation.getDescription());
            Files.write(Files.createDirectories(work.resolve("classes")).resolve(Integer.toString(number)), mutant);
            Files.writeString(sample, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        @Override
        public void end() {}
    }
}
