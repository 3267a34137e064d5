// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a file of labels needs beside it if it is a spreadsheet. */
final class Sheet {
    @Option(
            names = "--questions",
            paramLabel = "FILE",
            description = "for CSV: a JSON object of question id to question; the columns are named by the ids")
    private @Nullable Path questions;

    /** What files of labels are called, without their folders. */
    static String names(List<Path> files) {
        return files.stream().map(file -> String.valueOf(file.getFileName())).collect(Collectors.joining(", "));
    }

    /** The file of the questions. */
    Optional<Path> questions() {
        return Optional.ofNullable(questions);
    }
}
