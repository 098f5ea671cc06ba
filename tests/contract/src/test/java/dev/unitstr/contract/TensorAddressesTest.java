package dev.unitstr.contract;

@EveryRun
class TensorAddressesTest extends TensorAddressesContract {}
