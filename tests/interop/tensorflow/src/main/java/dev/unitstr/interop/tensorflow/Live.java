package dev.unitstr.interop.tensorflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs one part, and prints its tables in Markdown; the exit status says whether all went well. */
public final class Live {
    private Live() {}

    /**
     * Runs a part.
     *
     * @param arguments the part, and the directory with TensorFlow's or TFLite's libraries
     * @throws Throwable if a library can't be loaded, or something went wrong in a part without a table
     */
    public static void main(String[] arguments) throws Throwable {
        Path directory = Path.of(arguments[1]);
        int failures =
                arguments[0].equals("lite") ? LiteMatrix.run(new Lite(directory)) : tensorFlow(arguments[0], directory);
        System.exit(failures == 0 ? 0 : 1);
    }

    private static int tensorFlow(String part, Path directory) throws Throwable {
        TensorFlow tf = new TensorFlow(directory);
        List<Writer> writers = new ArrayList<>(List.of(ByHand.values()));
        writers.addAll(List.of(ByUnitstr.values()));
        writers.removeIf(writer -> writer.needsOwners() && !tf.hasOwners());
        switch (part) {
            case "matrix":
                return Matrix.run(tf, writers) + Mutators.run(tf, new JavaChanges(tf));
            case "lifetimes":
                return Orders.run(tf, writers)
                        + (tf.hasOwners() ? Owners.run(tf) : 0)
                        + Mutators.run(tf, new Core(tf))
                        + OldHeader.run(tf, directory)
                        + Leaks.run(tf, writers);
            case "gather-16":
                OldHeader.gather(tf, Tstring::viewBefore221);
                return 0;
            case "gather-24":
                OldHeader.gather(tf, new Core(tf)::view);
                return 0;
            default:
                throw new IllegalArgumentException(part);
        }
    }
}
