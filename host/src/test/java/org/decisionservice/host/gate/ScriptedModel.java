// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import java.util.ArrayList;
import java.util.List;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;

/**
 * A model that gives every row the same logits, and notes that it is loaded and closed.
 *
 * @param offBy the logit of the first option; all others are 0
 * @param millis how long a pass takes
 */
record ScriptedModel(String name, Precision precision, float offBy, int millis, List<String> events)
        implements LoadedModel {
    ScriptedModel {
        events.add("load " + name);
    }

    static Logits logits(RowBatch rows, float offBy) {
        List<float[]> logits = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            float[] options = new float[rows.row(row).options()];
            options[0] = offBy;
            logits.add(options);
        }
        return new Logits(logits, new float[rows.size()]);
    }

    @Override
    public Device device() {
        return Device.CPU;
    }

    @Override
    public Logits forward(RowBatch rows) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return logits(rows, offBy);
    }

    @Override
    public void close() {
        events.add("close " + name);
    }
}
