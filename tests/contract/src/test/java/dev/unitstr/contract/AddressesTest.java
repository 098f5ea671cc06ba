package dev.unitstr.contract;

@EveryRun
class AddressesTest extends AddressesContract {}
