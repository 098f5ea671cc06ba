package dev.unitstr.bench;

import java.io.PrintStream;
import java.util.List;

final class Calibrate {
    private Calibrate() {}

    static void run(PrintStream out, List<String> args) {
        out.println("later");
    }
}
