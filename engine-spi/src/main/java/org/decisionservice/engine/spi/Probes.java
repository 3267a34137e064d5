package org.decisionservice.engine.spi;

import java.util.List;

/**
 * What a reduced precision is judged by.
 *
 * @param rows without any, nothing can be judged
 * @param temperature the least that the checkpoint divides logits by, above 0: there a difference shows most
 */
public record Probes(List<Row> rows, double temperature) {
    /** Judges nothing. */
    public static final Probes NONE = new Probes(List.of(), 1);

    public Probes {
        rows = List.copyOf(rows);
    }
}
