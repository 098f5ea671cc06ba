package dev.unitstr.contract;

import dev.unitstr.Ucs4String;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

/** What the suites use in a module: buffers, or what the module provides as a service. */
public interface Kinds {
    Kinds HERE = ServiceLoader.load(Kinds.class).findFirst().orElseGet(BufferKinds::new);

    /** A class of the artifact under test. */
    Class<?> code();

    List<? extends MemoryKind> memory();

    /** Memory in which pointers are aligned. */
    List<? extends MemoryKind> aligned();

    /** Memories whose first {@link DeadPage#LIVE} bytes can be touched, and nothing behind. */
    List<Memory> beforeADeadPage();

    List<Regions.Maker> regions();

    List<? extends ColumnKind> columns();

    List<SlotKind> slots();

    /** Makers of texts with these units, whatever they are. */
    List<Function<int[], Ucs4String>> ucs4();

    Rfc97List rfc97List();

    OldTvmArguments oldTvmArguments();

    /** Maps a file. */
    StringTensor map(Path file, TensorLayout layout, long count) throws IOException;

    /** A program that calls {@link AllocationProbe#run}. */
    Class<?> allocationProbe();

    /** Whether this run tries all collectors, if native code meets them. */
    boolean triesCollectors();
}
