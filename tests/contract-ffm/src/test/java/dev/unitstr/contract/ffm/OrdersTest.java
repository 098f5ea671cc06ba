package dev.unitstr.contract.ffm;

@EveryRun
class OrdersTest extends OrdersContract {}
