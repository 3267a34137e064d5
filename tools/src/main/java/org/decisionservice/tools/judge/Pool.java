// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Future;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.request.RequestReader;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Patience;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.PoolFile;

/**
 * The rows of a file that have no label, as checkpoints answer them. Of a row only the answers and the encoder's
 * vectors are kept, and of more than {@link #MOST} rows that many are drawn: with 384 numbers to a mean that is 31 MB,
 * however long the file.
 *
 * @param rows without a label
 * @param passedOver rows that have one, or a blank state
 * @param questions by {@link Wording#inAnyOrder}, in the order of the file
 */
public record Pool(PoolFile file, int rows, int passedOver, SequencedMap<String, PoolQuestion> questions) {
    /** More rows are not asked: so many, drawn at random, hold enough that are worth a label. */
    public static final int MOST = 10_000;

    private static final long SEED = 20_261_127;

    public Pool {
        questions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(questions));
    }

    /**
     * A question, and what was answered.
     *
     * @param id what the first row calls it
     * @param named whether the file itself names it
     * @param variants the question by its exact wording: a choice may be asked with its options in several orders
     */
    public record PoolQuestion(String id, boolean named, Map<String, Question> variants, List<Candidate> candidates) {}

    /**
     * A row that may be labelled.
     *
     * @param place of the row among those without a label, from 0
     * @param id what the row calls the question
     * @param question as the row asks it
     * @param logits the checkpoint's, divided by its temperature: [options], not copied
     * @param vectors as engines give them: [4 × width], not copied
     */
    @SuppressWarnings("ArrayRecordComponent") // Rows are never compared.
    public record Candidate(
            int place, String id, Question question, String checkpoint, double[] logits, float[] vectors) {}

    /** Answers the rows of {@code file}. A row is read and checked before any of them is asked. */
    public static Pool ask(PoolFile file, Answering answering) {
        RequestReader reader = answering.reader();
        Draw draw = new Draw();
        int passedOver = 0;
        try (PoolFile.Rows all = file.open()) {
            while (all.hasNext()) {
                LabelledRow row = all.next();
                if (row.isUnlabelled()) {
                    request(file, row, reader);
                    draw.offer();
                } else {
                    passedOver++;
                }
            }
        }
        if (draw.offered == 0) {
            throw LabelsException.of(
                    file.path(), "no row without a label, so there is nothing to choose; name a file of rows to label");
        }
        BitSet drawn = draw.places();
        SequencedMap<String, PoolQuestion> questions = new LinkedHashMap<>();
        try (PoolFile.Rows all = file.open()) {
            Asking.inOrder(
                    new Places(all, drawn),
                    place -> begin(file, place, reader, answering),
                    asked -> add(asked, file, questions));
        }
        if (questions.isEmpty()) {
            throw LabelsException.of(
                    file.path(),
                    "no row asks a question that can be learned; one that is narrowed down in rounds, because it has too"
                            + " many options for a row, cannot");
        }
        return new Pool(file, draw.offered, passedOver, questions);
    }

    /** One line: how much is asked, and what is not. */
    public String said() {
        return String.format(
                Locale.ROOT,
                "%s: %,d %s without a label%s%s",
                file.path(),
                rows,
                rows == 1 ? "row" : "rows",
                rows > MOST ? String.format(Locale.ROOT, ", of which %,d are asked, drawn at random", MOST) : "",
                passedOver > 0
                        ? String.format(
                                Locale.ROOT,
                                "; passed over %,d %s with a label or without a state",
                                passedOver,
                                passedOver == 1 ? "row" : "rows")
                        : "");
    }

    /** The names of the checkpoints that answered. */
    public NavigableSet<String> checkpoints() {
        NavigableSet<String> names = new TreeSet<>();
        questions.values().forEach(each -> each.candidates().forEach(row -> names.add(row.checkpoint())));
        return names;
    }

    /** Reads rows at some places once more, by place. */
    public Map<Integer, LabelledRow> rowsAt(BitSet places) {
        Map<Integer, LabelledRow> rows = new HashMap<>();
        try (PoolFile.Rows all = file.open()) {
            new Places(all, places).forEachRemaining(each -> rows.put(each.number(), each.row()));
        }
        return rows;
    }

    private record Begun(NumberedRow place, DecisionRequest request, Future<DecisionService.Decision> decision) {}

    private static DecisionRequest request(PoolFile file, LabelledRow row, RequestReader reader) {
        try {
            return reader.single(row.body()).request();
        } catch (RefusedException e) {
            throw file.refused(row, e);
        } catch (LabelsException e) {
            throw LabelsException.at(file.path(), row.line(), String.valueOf(e.getMessage()));
        }
    }

    private static Begun begin(PoolFile file, NumberedRow place, RequestReader reader, Answering answering) {
        DecisionRequest request = request(file, place.row(), reader);
        return new Begun(place, request, answering.begin(() -> ParsedRequest.unwritten(request)));
    }

    private static void add(Begun begun, PoolFile file, SequencedMap<String, PoolQuestion> questions) {
        DecisionResponse response;
        try {
            response = Patience.UNLIMITED.await(begun.decision()).responses().getFirst();
        } catch (RefusedException e) {
            throw file.refused(begun.place().row(), e);
        }
        String checkpoint =
                response.routing().map(chosen -> chosen.model().wireName()).orElse(Judgement.LOCAL);
        begun.request().questions().forEach((id, question) -> {
            // Without vectors, it was narrowed down in rounds, and cannot be learned.
            float[] vectors = response.stateVectors().get(id);
            if (vectors != null) {
                PoolQuestion asked = questions.computeIfAbsent(
                        Wording.inAnyOrder(question),
                        _ -> new PoolQuestion(id, begun.place().row().named(), new HashMap<>(), new ArrayList<>()));
                Answer answer = Objects.requireNonNull(response.answers().get(id));
                asked.candidates()
                        .add(new Candidate(
                                begun.place().number(),
                                id,
                                asked.variants().computeIfAbsent(Wording.of(question), _ -> question),
                                checkpoint,
                                Lesson.logits(answer.probabilities()),
                                vectors));
            }
        });
    }

    /** Draws places at random, each as likely as any other, while their number is not known yet. */
    private static final class Draw {
        private final SplittableRandom random = new SplittableRandom(SEED);
        private final int[] places = new int[MOST];
        private int offered;

        void offer() {
            int at = offered < MOST ? offered : random.nextInt(offered + 1);
            if (at < MOST) {
                places[at] = offered;
            }
            offered++;
        }

        BitSet places() {
            BitSet set = new BitSet();
            for (int i = 0; i < Math.min(offered, MOST); i++) {
                set.set(places[i]);
            }
            return set;
        }
    }

    private record NumberedRow(int number, LabelledRow row) {}

    /** The rows at these places, of those that have no label. */
    private static final class Places implements Iterator<NumberedRow> {
        private final PoolFile.Rows rows;
        private final BitSet wanted;
        private int number;
        private Optional<NumberedRow> next = Optional.empty();

        Places(PoolFile.Rows rows, BitSet wanted) {
            this.rows = rows;
            this.wanted = wanted;
        }

        @Override
        public boolean hasNext() {
            while (next.isEmpty() && number < wanted.length() && rows.hasNext()) {
                LabelledRow row = rows.next();
                if (row.isUnlabelled()) {
                    next = wanted.get(number) ? Optional.of(new NumberedRow(number, row)) : Optional.empty();
                    number++;
                }
            }
            return next.isPresent();
        }

        @Override
        public NumberedRow next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            NumberedRow place = next.orElseThrow();
            next = Optional.empty();
            return place;
        }
    }
}
