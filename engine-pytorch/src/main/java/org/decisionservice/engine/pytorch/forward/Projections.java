// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch.forward;

import org.decisionservice.engine.kit.ModelTensors;

/** The linear layers before and after attention. */
record Projections(Linear query, Linear key, Linear value, Linear output) {

    static Projections of(ModelTensors.Attention tensors, Parameters parameters) {
        return new Projections(
                parameters.linear(tensors.query()),
                parameters.linear(tensors.key()),
                parameters.linear(tensors.value()),
                parameters.linear(tensors.output()));
    }
}
