package dev.unitstr.examples.buffers;

import dev.unitstr.UnitStr;
import java.util.List;

/** A tour of strings in byte buffers: each stop is a file of its own, next to this one. */
public final class Demo {
    private static final List<Stop> STOPS =
            List.of(ColumnText::show, WideLine::show, ThreeWidths::show, NameField::show, ReadOnlyText::show);

    private Demo() {}

    /**
     * Runs the tour.
     *
     * @param args not used
     */
    public static void main(String... args) {
        Tour tour = new Tour();
        tour.title("unitstr " + UnitStr.version() + ": byte buffers, on JDK " + Runtime.version() + ", by "
                + UnitStr.binding());
        tour.note("No C library is called here: on Java 17 that takes compiled C of one's own. The direct buffers");
        tour.note("hold what such a binding would hand over.");
        for (Stop stop : STOPS) {
            stop.show(tour);
        }
        tour.end();
    }
}
