package dev.unitstr.contract.ffm;

import dev.unitstr.contract.TensorAddressesContract;

@EveryRun
class TensorAddressesTest extends TensorAddressesContract {}
