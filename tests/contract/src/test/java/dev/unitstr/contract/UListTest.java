package dev.unitstr.contract;

import dev.unitstr.values.UList;

@EveryRun
class UListTest extends UListContract {
    UListTest() {
        super(UList::create, UList::createInline);
    }
}
