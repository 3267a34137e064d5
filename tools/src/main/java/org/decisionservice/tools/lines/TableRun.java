// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.decisionservice.api.Question;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.tools.judge.RecordedQuestions;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.TableColumns;
import org.decisionservice.tools.labelled.TableFile;

/**
 * Answers a table into another. Until all rows are answered the answers are lines in a file beside it, so that a killed
 * run goes on where it stopped, and nobody takes half a table for the whole.
 *
 * @param in the table that asks
 * @param columns what its columns mean
 * @param out the table with its answers
 * @param dependsOn what the answers depend on besides the two files, by name
 */
public record TableRun(Path in, TableColumns columns, Path out, SequencedMap<String, String> dependsOn) {
    private static final String LINES = ".lines";

    /**
     * Checks what can be wrong without reading a row.
     *
     * @throws ConfigurationException naming what to change
     */
    public TableRun {
        if (!LabelledFile.isTable(out)) {
            throw new ConfigurationException(
                    "OUT: a table is answered into a table; name a file that ends in .csv or .tsv, not " + out);
        }
        if (Files.exists(out) && !Files.exists(AnswerNote.of(lines(out)))) {
            throw new ConfigurationException(out + " exists; remove it or name another file");
        }
    }

    private static Path lines(Path out) {
        return out.resolveSibling(out.getFileName() + LINES);
    }

    /**
     * Answers every row that is not answered yet; throws as {@link LineRun#run}.
     *
     * @throws org.decisionservice.tools.labelled.LabelsException if the table or its questions cannot be read
     */
    public LineRun.Counts run(Supplier<LineAnswerer> opener, Progress progress) {
        TableFile table = TableFile.of(in, columns);
        SequencedMap<String, Question> questions = RecordedQuestions.of(columns.questions(), table.questions());
        SequencedMap<String, String> all = new LinkedHashMap<>(dependsOn);
        all.put("--questions", WeightsDigest.sha256(columns.questions()));
        all.put("--state", columns.state().orElse("state"));
        Path lines = lines(out);
        LineRun.Counts counts = new LineRun(TableRequests.of(in, table), lines, all).run(opener, progress);
        try {
            new AnsweredTable(table, questions, lines).write(out);
            Files.delete(AnswerNote.of(lines));
            Files.delete(lines);
        } catch (IOException e) {
            throw LineRun.stopped(out + ": ", e);
        } catch (UncheckedIOException e) {
            throw LineRun.stopped("", Objects.requireNonNull(e.getCause()));
        }
        return counts;
    }
}
