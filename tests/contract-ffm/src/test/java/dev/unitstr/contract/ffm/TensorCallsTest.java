package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorCallsContract;

@EveryRun
class TensorCallsTest extends TensorCallsContract {}
