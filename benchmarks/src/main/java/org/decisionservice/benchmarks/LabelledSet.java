// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.QuestionType;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.host.engines.EngineJars;
import org.decisionservice.judging.learning.LabelledVectors;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.judge.Judgement;
import org.decisionservice.tools.judge.Lesson;
import org.decisionservice.tools.labelled.LabelledFile;

/** Files of labelled rows, answered once by the starter in this process, as {@code learn} has them answered. */
final class LabelledSet implements AutoCloseable {
    private final Answering answering;

    /**
     * The rows of one question.
     *
     * @param places of the rows in their file, from 0
     * @param vectors of these rows, in the same order
     * @param type of the question
     */
    record Rows(List<Integer> places, LabelledVectors vectors, QuestionType type) {
        Rows {
            places = List.copyOf(places);
        }
    }

    private LabelledSet(Answering answering) {
        this.answering = answering;
    }

    /**
     * Opens the service in a folder that was built.
     *
     * @param tournament the value of SERVICE_TOURNAMENT_GROUP; blank for none
     */
    static LabelledSet open(Path home, String tournament) {
        Settings settings = SettingsReader.read(
                Map.of(
                        "SERVICE_CHECKPOINTS", "starter",
                        "SERVICE_PRECISION", "float32",
                        "SERVICE_LOG_LEVEL", "warning",
                        "SERVICE_TOURNAMENT_GROUP", tournament,
                        "SERVICE_COALESCE", "1"),
                home.resolve("conf").resolve("application.yaml"));
        Backend backend = Backend.open(
                settings.host(),
                Inventory.of(
                        settings.host(),
                        home.resolve("starter"),
                        EngineJars.loader(home.resolve("engines"), LabelledSet.class.getClassLoader())),
                Optional.empty());
        return new LabelledSet(new Answering(backend, settings.http().wire()).returningStateVectors());
    }

    /** The rows of a file by the wording of their question, in the order of the file. */
    SequencedMap<String, Rows> read(Path file) {
        Judgement judgement =
                Judgement.of(CheckedLabels.of(LabelledFile.read(file, Optional.empty()), answering), answering);
        SequencedMap<String, List<Integer>> places = new LinkedHashMap<>();
        for (int row = 0; row < judgement.rows().size(); row++) {
            places.computeIfAbsent(judgement.rows().get(row).wording(), _ -> new ArrayList<>())
                    .add(row);
        }
        SequencedMap<String, Rows> rows = new LinkedHashMap<>();
        places.forEach((wording, own) -> rows.put(
                wording,
                new Rows(
                        own,
                        Lesson.vectors(judgement, own),
                        judgement.rows().get(own.getFirst()).type())));
        return rows;
    }

    /** Frees the model. */
    @Override
    public void close() {
        answering.close();
    }
}
