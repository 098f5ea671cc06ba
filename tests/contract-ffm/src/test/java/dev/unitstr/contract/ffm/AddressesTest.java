package dev.unitstr.contract.ffm;

import dev.unitstr.contract.AddressesContract;

@EveryRun
class AddressesTest extends AddressesContract {}
