package dev.unitstr.contract.ffm;

import dev.unitstr.contract.UnitCharsetsContract;
import java.lang.foreign.Linker;

@EveryRun
class UnitCharsetsTest extends UnitCharsetsContract {
    @Override
    protected int wcharBytes() {
        return (int) Linker.nativeLinker().canonicalLayouts().get("wchar_t").byteSize();
    }
}
