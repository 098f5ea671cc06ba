package dev.unitstr.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Standard output. The first write that fails ends the command; {@link java.io.PrintWriter} would ignore the failure,
 * for example when {@code head} closes the pipe.
 */
final class Output extends OutputStream {
    private static final int FILE_TYPE = 0170000;
    private static final int FIFO = 0010000;

    private final OutputStream out;
    private final boolean isPipe;
    private @Nullable IOException failure;

    /**
     * Creates an output.
     *
     * @param out receives the bytes
     * @param isPipe whether a write fails only because the reader has closed it
     */
    Output(OutputStream out, boolean isPipe) {
        this.out = out;
        this.isPipe = isPipe;
    }

    /** Returns the standard output of this process. */
    static Output standard() {
        return new Output(new FileOutputStream(FileDescriptor.out), isPipe());
    }

    private static boolean isPipe() {
        try {
            return ((int) Files.getAttribute(Path.of("/dev/fd/1"), "unix:mode") & FILE_TYPE) == FIFO;
        } catch (IOException | UnsupportedOperationException e) {
            return false; // closed, or Windows
        }
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

    /** Tests whether the reader of the output has closed it. The message does not always tell: a locale may translate it. */
    boolean isClosedByReader() {
        return failure != null
                && (isPipe || String.valueOf(failure.getMessage()).contains("Broken pipe"));
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
