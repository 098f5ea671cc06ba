package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorChangesContract;

@EveryRun
class TensorChangesTest extends TensorChangesContract {}
