package dev.unitstr.contract;

import dev.unitstr.values.Rfc97List;

@EveryRun
class Rfc97ListTest extends Rfc97ListContract {
    Rfc97ListTest() {
        super(Rfc97List::create);
    }
}
