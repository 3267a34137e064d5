// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.prepared;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.core.checkpoint.WeightsDigest;

/**
 * Everything that a prepared checkpoint depends on, by name. Two processes that write the same down may use the same
 * files, on whatever machine they run.
 *
 * @param weights SHA-256 of the checkpoint's weights, in hex digits
 * @param precision that was asked for
 * @param others the rest, in the order in which differences are reported
 */
public record Identity(String weights, String precision, SequencedMap<String, String> others) {
    private static final int DIGITS = 12;

    public Identity {
        others = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(others));
    }

    /** All parts by name, as a manifest has them. */
    SequencedMap<String, String> parts() {
        SequencedMap<String, String> all = new LinkedHashMap<>();
        all.put("weights", weights);
        all.put("precision", precision);
        all.putAll(others);
        return all;
    }

    /** The beginning of the names of all folders of these weights in this precision. */
    String family() {
        return weights.substring(0, DIGITS) + "-" + precision + "-";
    }

    /** The name of its folder. */
    String folder() {
        return family()
                + WeightsDigest.sha256(parts().toString().getBytes(StandardCharsets.UTF_8))
                        .substring(0, DIGITS);
    }

    /** Says in what another one differs first; empty if it does not. */
    Optional<String> difference(Map<String, String> other) {
        return parts().entrySet().stream()
                .filter(part -> !part.getValue().equals(other.get(part.getKey())))
                .findFirst()
                .map(part -> "they are for " + part.getKey() + " \"" + other.getOrDefault(part.getKey(), "none")
                        + "\", and here it is \"" + part.getValue() + "\"");
    }
}
