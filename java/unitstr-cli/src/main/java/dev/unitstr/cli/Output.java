package dev.unitstr.cli;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Standard output. The first write that fails ends the command; {@link java.io.PrintWriter} would ignore the failure,
 * for example when {@code head} closes the pipe.
 */
final class Output extends OutputStream {
    private final OutputStream out;
    private @Nullable IOException failure;

    Output(OutputStream out) {
        this.out = out;
    }

    /** Ends the command. {@link Main} reports {@link Output#failure()}. */
    static final class Unwritable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unwritable(IOException cause) {
            super(cause);
        }
    }

    /** Returns the failure that ended the output; null if all writes succeeded. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Tests whether the reader of the output has closed it. */
    boolean isClosedByReader() {
        return failure != null && String.valueOf(failure.getMessage()).contains("Broken pipe");
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        unlessFailed(() -> out.write(bytes, offset, count));
    }

    @Override
    public void flush() {
        unlessFailed(out::flush);
    }

    private interface Write {
        void run() throws IOException;
    }

    private void unlessFailed(Write write) {
        try {
            if (failure == null) {
                write.run();
            }
        } catch (IOException e) {
            failure = e;
            throw new Unwritable(e);
        }
    }
}
