// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.contract.fitted.ThresholdsFile;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.judging.learning.Learning;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.tools.report.LearningReport;
import org.decisionservice.tools.report.Report;

/**
 * What a file of labels taught a checkpoint, and the files that it is served by.
 *
 * @param revision of the checkpoint's weights
 * @param all the lesson of each question, in the order of the file
 * @param reported what a report says of each
 */
public record Lessons(
        CheckedLabels labels,
        Judgement judgement,
        String revision,
        List<Lesson> all,
        List<LearningReport.Lesson> reported) {
    public Lessons {
        all = List.copyOf(all);
        reported = List.copyOf(reported);
    }

    /**
     * Fits every question.
     *
     * @param judgement how the labelled rows were answered, with the encoder's vectors
     * @param checkpoint a name of the one that learns
     * @throws org.decisionservice.tools.labelled.LabelsException if its engine does not give what learning needs
     */
    public static Lessons of(CheckedLabels labels, Judgement judgement, Answering answering, String checkpoint) {
        answering.requireStateVectors(checkpoint);
        List<Lesson> all = Lesson.of(judgement, answering.namesOf(checkpoint));
        return new Lessons(
                labels,
                judgement,
                answering.weights(checkpoint).revision(),
                all,
                all.stream().map(Lesson::reported).toList());
    }

    /**
     * What is served of each question that was learned, by its wording.
     *
     * @param unlike whether states that are unlike the labelled ones are to be told
     */
    public SequencedMap<String, LearnedFile.Entry> entries(boolean unlike) {
        SequencedMap<String, LearnedFile.Entry> entries = new LinkedHashMap<>();
        for (Lesson lesson : all) {
            if (lesson.learning() instanceof Learning.Learned taught) {
                entries.put(lesson.wording(), lesson.entry(taught, labels.file().digest(), unlike));
            }
        }
        return entries;
    }

    /** The learned file with {@code entries}; empty if there are none. */
    public Optional<byte[]> file(SequencedMap<String, LearnedFile.Entry> entries) {
        return entries.isEmpty() ? Optional.empty() : Optional.of(new LearnedFile(revision, entries).bytes());
    }

    /** The report of the rows as they are answered in future by what has not seen them. */
    public Report judged(double wanted) {
        List<Judged> leftOut = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            leftOut.addAll(all.get(i).leftOut(reported.get(i)));
        }
        return Report.of(judgement.measurement(), leftOut, wanted);
    }

    /** What these answers were made with: the weights, and the learned file {@code written}. */
    public ThresholdsFile.Made made(byte[] written) {
        return new ThresholdsFile.Made(revision, Optional.empty(), Optional.of(WeightsDigest.sha256(written)));
    }
}
