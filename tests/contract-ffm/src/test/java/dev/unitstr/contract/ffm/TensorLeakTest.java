package dev.unitstr.contract.ffm;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, disabledReason = "counts what glibc has handed out")
@EveryRun
class TensorLeakTest extends TensorLeakContract {}
