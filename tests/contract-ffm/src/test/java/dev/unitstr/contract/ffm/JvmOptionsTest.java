package dev.unitstr.contract.ffm;

import dev.unitstr.contract.JvmOptionsContract;
import dev.unitstr.contract.Run;

@EveryRun
class JvmOptionsTest extends JvmOptionsContract {
    JvmOptionsTest() {
        super(SegmentJvmOptionsProbe.class, Run.binding().equals("ffm"));
    }
}
