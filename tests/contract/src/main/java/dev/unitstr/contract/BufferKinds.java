package dev.unitstr.contract;

import dev.unitstr.BufferStrings;
import dev.unitstr.Ucs4String;
import dev.unitstr.tensor.StringTensor;
import dev.unitstr.tensor.StringTensors;
import dev.unitstr.tensor.TensorLayout;
import dev.unitstr.values.OldTvmArguments;
import dev.unitstr.values.Rfc97List;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Buffers and addresses. */
final class BufferKinds implements Kinds {
    @Override
    public Class<?> code() {
        return BufferStrings.class;
    }

    @Override
    public List<BufferKind> memory() {
        return BufferKind.ALL;
    }

    @Override
    public List<BufferKind> aligned() {
        return Run.reachesAddresses()
                ? List.of(BufferKind.HEAP, BufferKind.DIRECT, BufferKind.ADDRESS)
                : List.of(BufferKind.HEAP, BufferKind.DIRECT);
    }

    @Override
    public List<Memory> beforeADeadPage() {
        ByteBuffer mapped = DeadPage.map(file -> file.map(FileChannel.MapMode.READ_WRITE, 0, DeadPage.MAPPED));
        return List.of(
                new BufferMemory(BufferKind.MAPPED, mapped, mapped.duplicate()),
                new AddressMemory(BufferKind.ADDRESS, mapped, DeadPage.MAPPED),
                new AddressMemory(BufferKind.ADDRESS, mapped, Long.MAX_VALUE));
    }

    @Override
    public List<Regions.Maker> regions() {
        return Regions.MAKERS;
    }

    @Override
    public List<ColumnKind> columns() {
        return ColumnKind.BUFFERS;
    }

    @Override
    public List<SlotKind> slots() {
        return SlotKind.BUFFERS;
    }

    @Override
    public List<Function<int[], Ucs4String>> ucs4() {
        return Ucs4Contract.BUFFERS;
    }

    @Override
    public Rfc97List rfc97List() {
        return Rfc97List.create();
    }

    @Override
    public OldTvmArguments oldTvmArguments() {
        return OldTvmArguments.create(false);
    }

    @Override
    public StringTensor map(Path file, TensorLayout layout, long count) throws IOException {
        return StringTensors.map(file, layout, count);
    }

    @Override
    public Class<?> allocationProbe() {
        return AllocationProbe.class;
    }

    @Override
    public boolean triesCollectors() {
        return Runtime.version().feature() == 17;
    }
}
