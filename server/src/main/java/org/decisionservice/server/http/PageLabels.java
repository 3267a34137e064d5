// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.decisionservice.api.Question;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.host.Arrival;
import org.decisionservice.host.Patience;
import org.decisionservice.host.RequestClass;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.tools.judge.Answering;
import org.decisionservice.tools.judge.CheckedLabels;
import org.decisionservice.tools.judge.Judgement;
import org.decisionservice.tools.judge.Lessons;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelsException;
import org.jspecify.annotations.Nullable;

/**
 * The labels of one request to learn. Its rows are asked as bulk requests are, so that every other request passes them,
 * and the checkpoints answer them alone, whatever files are in force. For one thread at a time, but for {@link #end}.
 */
final class PageLabels {
    /** As many rows as the playground's table has. */
    static final int MOST_ROWS = 1000;

    /** The questions of all rows together: as many rows as a request may take. */
    static final int MOST_LABELS = 4096;

    /** The questions that differ, and their options together, are as many as a request may have. */
    static final int MOST_QUESTIONS = 64;

    static final int MOST_OPTIONS = 512;

    /** What the page calls the file. */
    private static final Path NAME = Path.of("labels.jsonl");

    private static final int FLOAT = 4;
    private static final int DOUBLE = 8;

    /** The vectors of a row, and the features of them, in widths of the encoder. */
    private static final int VECTORS = 4;

    private static final int FEATURES = 6;

    /** Of a checkpoint whose files are not read yet. */
    private static final int WIDTH = 1024;

    /** What a fit holds: the features twice, products of all rows for each part and view, logits of all ways. */
    private static final int COPIES = 2;

    private static final int PRODUCTS = 12;
    private static final int LOGITS = 200;

    private final Supplier<Backend> alone;
    private final WireOptions wire;
    /** Fits divide their work among the threads of the pool that they run in, and this one has a single thread. */
    private final ForkJoinPool fitting = new ForkJoinPool(1);

    private volatile boolean ended;
    private @Nullable Answering answering;
    private @Nullable CheckedLabels checked;

    private final Patience untilEnded = new Patience() {
        @Override
        public Duration next() {
            return LearnRoute.LOOK;
        }

        @Override
        public void check() {
            if (ended) {
                throw new CancellationException("nobody waits for what was to be learned");
            }
        }
    };

    /**
     * Creates them, without labels so far.
     *
     * @param alone the weights that are served, answering alone and with the encoder's vectors
     */
    PageLabels(Supplier<Backend> alone, WireOptions wire) {
        this.alone = alone;
        this.wire = wire;
    }

    /** Nobody waits for them any more. What is under way ends soon. For any thread. */
    void end() {
        ended = true;
        var _ = fitting.shutdownNow();
    }

    /**
     * Reads and checks them.
     *
     * @return bytes of the heap that learning from them takes, apart from reading them
     * @throws LabelsException naming the line and what to change
     * @throws RefusedException if there are too many
     */
    long read(byte[] body) {
        LabelledFile file = LabelledFile.ofLines(NAME, body);
        if (file.rows().size() > MOST_ROWS) {
            throw tooMany("rows", file.rows().size(), MOST_ROWS);
        }
        Answering asked = new Answering(
                alone.get(),
                wire,
                (backend, parsing) ->
                        backend.pipeline().answer(Arrival.of(parsing, RequestClass.BULK), untilEnded, _ -> {}));
        CheckedLabels read = CheckedLabels.of(file, asked);
        answering = asked;
        checked = read;
        return heap(read, width(asked.backend()));
    }

    private static long heap(CheckedLabels read, long width) {
        Map<String, Integer> labels = new HashMap<>();
        Map<String, Integer> options = new HashMap<>();
        for (CheckedLabels.CheckedRow each : read.rows()) {
            var questions = read.reader().single(each.row().body()).request().questions();
            for (String id : each.right().sequencedKeySet()) {
                Question question = Objects.requireNonNull(questions.get(id));
                String wording = Wording.inAnyOrder(question);
                labels.merge(wording, 1, Integer::sum);
                options.put(wording, question.optionCount());
            }
        }
        int all = sum(labels);
        if (all > MOST_LABELS) {
            throw tooMany("labels", all, MOST_LABELS);
        }
        if (labels.size() > MOST_QUESTIONS) {
            throw tooMany("questions", labels.size(), MOST_QUESTIONS);
        }
        if (sum(options) > MOST_OPTIONS) {
            throw tooMany("options of all questions", sum(options), MOST_OPTIONS);
        }
        long largest = 0;
        for (Map.Entry<String, Integer> question : labels.entrySet()) {
            long rows = question.getValue();
            if (rows > MOST_ROWS) {
                throw tooMany("labels of one question", question.getValue(), MOST_ROWS);
            }
            long numbers = COPIES * FEATURES * width
                    + PRODUCTS * rows
                    + LOGITS * (long) options.getOrDefault(question.getKey(), 0);
            largest = Math.max(largest, DOUBLE * rows * numbers);
        }
        return FLOAT * VECTORS * width * all + largest;
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static long width(Backend backend) {
        return backend.catalogue().all().stream()
                .filter(ServedCheckpoint::isRead)
                .mapToInt(each -> each.checkpoint().source().config().encoder().hidden())
                .max()
                .orElse(WIDTH);
    }

    private static RefusedException tooMany(String what, int count, int most) {
        return new RefusedException(
                Refusal.Kind.TOO_LARGE,
                String.format(
                        Locale.ROOT,
                        "the page learns from at most %,d %s, and these are %,d; send fewer rows, or run ./serve learn",
                        most,
                        what,
                        count));
    }

    /**
     * Asks every row, and fits every question.
     *
     * @param wanted the share of given answers that should be right
     * @return the answer of the route, JSON
     * @throws LabelsException if nothing can be learned from these rows, with what to change
     * @throws CancellationException after {@link #end}
     */
    byte[] learn(double wanted) {
        CheckedLabels labels = Objects.requireNonNull(checked);
        Answering asked = Objects.requireNonNull(answering);
        Judgement judgement = Judgement.of(labels, asked);
        String checkpoint = asked.sole(judgement.checkpoints())
                .orElseThrow(() -> new LabelsException("the rows are answered by "
                        + String.join(", ", judgement.checkpoints())
                        + ", and the page learns for one of them; choose one as the checkpoint, and ask again"));
        asked.requireStateVectors(checkpoint);
        Lessons lessons = untilEnded.await(fitting.submit(() -> Lessons.of(labels, judgement, asked, checkpoint)));
        return LearnedAnswer.json(lessons, wanted);
    }
}
