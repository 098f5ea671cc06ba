package dev.unitstr.contract;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

@EveryRun
class TerminatorsTest extends TerminatorsContract {
    TerminatorsTest() {
        super(BufferKind.ALL);
    }

    @Override
    protected List<Memory> beforeADeadPage() {
        ByteBuffer mapped = DeadPage.map(file -> file.map(FileChannel.MapMode.READ_WRITE, 0, DeadPage.MAPPED));
        return List.of(
                new BufferMemory(BufferKind.MAPPED, mapped, mapped.duplicate()),
                new AddressMemory(BufferKind.ADDRESS, mapped, DeadPage.MAPPED),
                new AddressMemory(BufferKind.ADDRESS, mapped, Long.MAX_VALUE));
    }
}
