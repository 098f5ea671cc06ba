package dev.unitstr.examples.segments;

import dev.unitstr.UnitStr;
import dev.unitstr.examples.segments.bindings.MissingLibrary;
import java.util.List;

/** A tour of strings in memory segments: each stop is a file of its own, next to this one. */
public final class Demo {
    private static final List<Stop> STOPS = List.of(
            SqliteText::show,
            WideLine::show,
            ThreeWidths::show,
            NameField::show,
            ReadOnlyText::show,
            TensorOfStrings::show,
            UpperCase::show);

    private Demo() {}

    /**
     * Runs the tour.
     *
     * @param args not used
     * @throws Throwable what a method handle may throw
     */
    public static void main(String... args) throws Throwable {
        Tour tour = new Tour();
        tour.title("unitstr " + UnitStr.version() + ": memory segments, on JDK " + Runtime.version() + ", by "
                + UnitStr.binding());
        for (Stop stop : STOPS) {
            try {
                stop.show(tour);
            } catch (MissingLibrary e) {
                tour.missing(e.getMessage());
            }
        }
        tour.end();
    }
}
