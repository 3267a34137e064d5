// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.util.Optional;
import org.decisionservice.host.ConfigurationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that a file of labels needs if it is a spreadsheet. */
final class LabelSheet extends Sheet {
    @Option(
            names = "--label",
            paramLabel = "COLUMN",
            description = "for CSV and one question: the column that holds its labels (default: the question's id)")
    private @Nullable String label;

    @Option(
            names = "--labels",
            paramLabel = "COLUMN",
            description = "for CSV and yes/no questions that are named as labels: the column that lists those that are"
                    + " true, such as billing;refund, or [] for none of them")
    private @Nullable String labels;

    @Override
    Optional<String> column() {
        if (label != null && labels != null) {
            throw new ConfigurationException(
                    "--label and --labels: one names the labels of one question, the other those of several; give one");
        }
        return super.column().or(() -> label().map(_ -> "--label")).or(() -> list().map(_ -> "--labels"));
    }

    @Override
    Optional<String> list() {
        return Optional.ofNullable(labels);
    }

    @Override
    Optional<String> label() {
        return Optional.ofNullable(label);
    }
}
