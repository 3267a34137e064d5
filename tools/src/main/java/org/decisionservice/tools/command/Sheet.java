// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.labelled.TableColumns;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that a file needs if it is a spreadsheet. */
class Sheet {
    @Option(
            names = "--questions",
            paramLabel = "FILE",
            description = "for CSV: a JSON object of question id to question; the columns are named by the ids")
    private @Nullable Path questions;

    @Option(
            names = "--state",
            paramLabel = "COLUMN",
            description = "for CSV: the column that holds the states (default: state)")
    private @Nullable String state;

    /** The names of files of labels, without their folders. */
    static String names(List<Path> files) {
        return files.stream().map(file -> String.valueOf(file.getFileName())).collect(Collectors.joining(", "));
    }

    /** The columns of a table; empty if no questions are named, without which there is none. */
    Optional<TableColumns> columns() {
        return columns(Optional.empty());
    }

    /** The same where a command has found the questions elsewhere. */
    Optional<TableColumns> columns(Optional<Path> found) {
        Optional<Path> asked = questions().or(() -> found);
        Optional<String> option = column();
        if (asked.isEmpty() && option.isPresent()) {
            throw new ConfigurationException(
                    option.get() + ": it names a column of a table, whose questions --questions names");
        }
        return asked.map(file -> new TableColumns(file, Optional.ofNullable(state), label(), list()));
    }

    /** An option that names a column, if one is given. */
    Optional<String> column() {
        return Optional.ofNullable(state).map(_ -> "--state");
    }

    /** The column of the labels, where an option names it. */
    Optional<String> label() {
        return Optional.empty();
    }

    /** The column that lists the labels of several questions, where an option names it. */
    Optional<String> list() {
        return Optional.empty();
    }

    /** The file of the questions. */
    Optional<Path> questions() {
        return Optional.ofNullable(questions);
    }
}
