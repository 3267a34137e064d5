// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.judging.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.decisionservice.api.QuestionType;
import org.junit.jupiter.api.Test;

class SharedStartTest {
    /** A checkpoint that would be right if it did not lean. */
    private static final World RIGHT = new World(2, 8, 2, 0, 1, 0);

    /** What a checkpoint shows that is too unsure by half and leans, to no if {@code bias} is below 0. */
    private static LabelledVectors leaning(LabelledVectors rows, double bias) {
        List<double[]> shown = rows.logits().stream()
                .map(z -> new double[] {z[0] / 2, (z[1] + bias) / 2})
                .toList();
        return new LabelledVectors(shown, rows.vectors(), rows.gold());
    }

    private static List<LabelledVectors> questions(int count, int labels, double bias) {
        SplittableRandom random = new SplittableRandom(1);
        return IntStream.range(0, count)
                .mapToObj(_ -> leaning(RIGHT.rows(random, labels), bias))
                .toList();
    }

    @Test
    void questionsTellTogetherWhichWayACheckpointLeans() {
        assertThat(SharedStart.of(questions(40, 50, -3))).hasSize(40).allSatisfy(start -> {
            assertThat(start.scale()).isCloseTo(2, within(0.2));
            assertThat(start.bias()).isCloseTo(3, within(0.3));
        });
    }

    @Test
    void aStartHelpsWhereLabelsAreFew() {
        List<LabelledVectors> questions = questions(20, 12, -3);
        List<SharedStart> starts = SharedStart.of(questions);
        LabelledVectors test = leaning(RIGHT.rows(new SplittableRandom(2), 2000), -3);
        double alone = 0;
        double together = 0;
        for (int i = 0; i < questions.size(); i++) {
            alone += right(Learner.learn(questions.get(i)), test);
            together += right(Learner.learn(questions.get(i), starts.get(i)), test);
        }
        assertThat(together / questions.size()).isGreaterThan(alone / questions.size() + 0.05);
    }

    private static double right(Learning learning, LabelledVectors test) {
        return IntStream.range(0, test.size())
                        .filter(row -> {
                            double[] z = answer(learning, test, row);
                            return (z[1] > z[0] ? 1 : 0) == test.gold().get(row);
                        })
                        .count()
                / (double) test.size();
    }

    private static double[] answer(Learning learning, LabelledVectors rows, int row) {
        double[] logits = rows.logits().get(row);
        return learning instanceof Learning.Learned learned
                ? learned.question().logits(logits, rows.vectors().get(row))
                : logits;
    }

    @Test
    void theLabelsOfAQuestionHaveNoPartInItsStart() {
        List<LabelledVectors> questions = new ArrayList<>(questions(8, 40, -3));
        List<SharedStart> before = SharedStart.of(questions);
        LabelledVectors first = questions.getFirst();
        List<Integer> turned = first.gold().stream().map(gold -> 1 - gold).toList();
        questions.set(0, new LabelledVectors(first.logits(), first.vectors(), turned));
        List<SharedStart> after = SharedStart.of(questions);
        assertThat(after.getFirst()).isEqualTo(before.getFirst());
        assertThat(after.get(1)).isNotEqualTo(before.get(1));
    }

    @Test
    void fewQuestionsOrAnUprightCheckpointGiveNoStart() {
        assertThat(SharedStart.of(questions(4, 40, -3))).containsOnly(SharedStart.NONE);
        assertThat(SharedStart.of(questions(20, 9, -3))).containsOnly(SharedStart.NONE);
        assertThat(SharedStart.of(List.of())).isEmpty();
        SplittableRandom random = new SplittableRandom(3);
        List<LabelledVectors> upright =
                IntStream.range(0, 20).mapToObj(_ -> RIGHT.rows(random, 20)).toList();
        assertThat(SharedStart.of(upright)).containsOnly(SharedStart.NONE);
    }

    @Test
    void onlyYesNoQuestionsHaveAStart() {
        List<LabelledVectors> questions = new ArrayList<>(questions(8, 40, -3));
        List<QuestionType> types = new ArrayList<>(Collections.nCopies(8, QuestionType.NOUL));
        questions.add(3, new World(3, 8, 1, 0, 1, 0).rows(new SplittableRandom(1), 40));
        types.add(3, QuestionType.CHOICE);
        List<SharedStart> starts = SharedStart.of(types, questions);
        List<SharedStart> alone = new ArrayList<>(SharedStart.of(questions(8, 40, -3)));
        alone.add(3, SharedStart.NONE);
        assertThat(starts).isEqualTo(alone).doesNotHaveDuplicates();
    }

    /** Of twenty questions, one leans the other way. */
    @Test
    void aQuestionThatOthersMakeWorseStartsFromTheCheckpoint() {
        List<LabelledVectors> questions = new ArrayList<>(questions(20, 30, -3));
        LabelledVectors other = leaning(RIGHT.rows(new SplittableRandom(4), 30), 3);
        questions.set(7, other);
        SharedStart start = SharedStart.of(questions).get(7);
        assertThat(start).isNotEqualTo(SharedStart.NONE);
        assertThat(start.unlessWorse(other)).isEqualTo(SharedStart.NONE);
        assertThat(answers(Learner.learn(other, start), other)).isEqualTo(answers(Learner.learn(other), other));
    }

    private static List<List<Double>> answers(Learning learning, LabelledVectors rows) {
        return IntStream.range(0, rows.size())
                .mapToObj(row -> answer(learning, rows, row))
                .map(z -> List.of(z[0], z[1]))
                .toList();
    }

    /** Its own labels are too few, and the written question gives what the start gives. */
    @Test
    void aQuestionWhoseLabelsAddNothingKeepsItsStart() {
        List<LabelledVectors> questions = questions(20, 12, -3);
        List<SharedStart> starts = SharedStart.of(questions);
        int kept = 0;
        for (int i = 0; i < questions.size(); i++) {
            LabelledVectors rows = questions.get(i);
            if (Learner.learn(rows, starts.get(i)) instanceof Learning.Learned learned && !learned.own()) {
                kept++;
                List<double[]> started = starts.get(i).of(rows).logits();
                for (int row = 0; row < rows.size(); row++) {
                    double p = Learner.softmax(started.get(row))[1];
                    assertThat(Learner.softmax(answer(learned, rows, row))[1]).isCloseTo(p, within(1e-6));
                    assertThat(learned.heldOut().probabilities().get(row)[1]).isCloseTo(p, within(1e-12));
                }
            }
        }
        assertThat(kept).isPositive();
    }

    @Test
    void whatIsLearnedOnTopIsWrittenOnTopOfTheCheckpoint() {
        LabelledVectors rows = leaning(new World(2, 8, 1, 0.5, 1, 3).rows(new SplittableRandom(5), 49), -3);
        SharedStart start = new SharedStart(2, 3, 100, 100);
        Learning.Learned learned = (Learning.Learned) Learner.learn(rows, start);
        Learning.Learned fromStarted = (Learning.Learned) Learner.learn(start.of(rows));
        assertThat(learned.own()).isTrue();
        for (int row = 0; row < rows.size(); row++) {
            double p = Learner.softmax(answer(fromStarted, start.of(rows), row))[1];
            assertThat(Learner.softmax(answer(learned, rows, row))[1]).isCloseTo(p, within(1e-6));
        }
        // A gain is one over the checkpoint, whatever the start.
        assertThat(learned.heldOut().gain()).isGreaterThan(fromStarted.heldOut().gain());
    }

    /** Of ten labels, all may say no by chance. */
    @Test
    void labelsOfOneOptionKeepTheStart() {
        LabelledVectors all = questions(1, 200, 3).getFirst();
        LabelledVectors no = all.rows(IntStream.range(0, all.size())
                .filter(row -> all.gold().get(row) == 0)
                .boxed()
                .limit(12)
                .toList());
        SharedStart start = new SharedStart(2, -3, 90, 60);
        Learning.Learned learned = (Learning.Learned) Learner.learn(no, start);
        assertThat(learned.own()).isFalse();
        assertThat(learned.question().labels(0)).isEqualTo(90);
        assertThat(learned.question().labels(1)).isEqualTo(60);
        double p = Learner.softmax(start.of(all).logits().getFirst())[1];
        assertThat(Learner.softmax(answer(learned, all, 0))[1]).isCloseTo(p, within(1e-6));
        assertThat(Learner.learn(no)).isEqualTo(new Learning.OneOption(0));
    }

    @Test
    void aQuestionWithManyLabelsNeedsNoStart() {
        LabelledVectors rows = questions(1, 60, -3).getFirst();
        SharedStart start = new SharedStart(2, 3, 100, 100);
        assertThat(answers(Learner.learn(rows, start), rows)).isEqualTo(answers(Learner.learn(rows), rows));
    }

    @Test
    void answersThatAreAllWrongAndSureGiveFiniteStarts() {
        List<double[]> sure = new ArrayList<>(Collections.nCopies(30, new double[] {0, 700}));
        sure.addAll(Collections.nCopies(30, new double[] {0, -700}));
        List<Integer> gold =
                IntStream.range(0, 60).mapToObj(row -> row < 30 ? 0 : 1).toList();
        LabelledVectors wrong = new LabelledVectors(sure, Collections.nCopies(60, new float[32]), gold);
        assertThat(SharedStart.of(Collections.nCopies(6, wrong))).allSatisfy(start -> {
            assertThat(start.scale()).isFinite().isLessThan(1);
            assertThat(start.bias()).isFinite();
        });
    }
}
