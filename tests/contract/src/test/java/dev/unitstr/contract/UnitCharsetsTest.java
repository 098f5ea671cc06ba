package dev.unitstr.contract;

@EveryRun
class UnitCharsetsTest extends UnitCharsetsContract {
    @Override
    protected int wcharBytes() { // all that can be known without native access
        return System.getProperty("os.name").startsWith("Windows") ? 2 : 4;
    }
}
