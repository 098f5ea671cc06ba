package dev.unitstr.drift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The pages in docs/layouts: one for every layout and dialect. */
class LayoutPagesTest {
    private static final String TENSORS = "java/unitstr/src/main/java/dev/unitstr/tensor/";
    private static final String VALUES = "java/unitstr-tvm/src/main/java/dev/unitstr/values/";

    @Test
    void everyLayoutAndDialectHasOne() throws IOException {
        Set<String> names = new TreeSet<>();
        names.addAll(Checkout.found(TENSORS + "TensorLayout.java", "public static final TensorLayout (\\w+) ="));
        names.removeIf(name -> name.matches("\\w+_(UP_TO|FROM)_\\w+")); // versions of a layout are on its page
        names.addAll(Checkout.found(VALUES + "Dialect.java", "(?m)^    ([A-Z]\\w+)\\(\\d+, \\d+\\)[,;]"));
        assertTrue(names.containsAll(Set.of("TF24", "MATX")), names::toString);
        Set<String> titled = new TreeSet<>();
        for (String page : Checkout.files("docs/layouts", ".md")) {
            String title = Checkout.text(page).lines().findFirst().orElseThrow();
            names.stream()
                    .filter(name -> title.matches("# .*\\b" + name + "\\b.*"))
                    .forEach(titled::add);
        }
        assertEquals(names, titled);
    }
}
