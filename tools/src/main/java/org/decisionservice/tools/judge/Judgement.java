// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Future;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Elimination;
import org.decisionservice.api.Question;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Usage;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.decoding.Wording;
import org.decisionservice.core.text.JsonText;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Patience;
import org.decisionservice.judging.metrics.Context;
import org.decisionservice.judging.metrics.Judged;
import org.decisionservice.tools.labelled.GoldReader;
import org.decisionservice.tools.labelled.LabelledFile;
import org.decisionservice.tools.labelled.LabelledRow;
import org.decisionservice.tools.labelled.LabelsException;
import org.decisionservice.tools.labelled.Recorded;
import org.decisionservice.tools.report.Measurement;

/**
 * The answers to a file of labels.
 *
 * @param rows in the order of the file, one for each labelled question
 * @param stateVectors the encoder's vectors for each of the rows, if they were asked for; otherwise empty
 */
public record Judgement(Measurement measurement, List<Judged> rows, List<float[]> stateVectors) {
    /** The checkpoint that answers without a route. */
    static final String LOCAL = "local";

    public Judgement {
        rows = List.copyOf(rows);
        stateVectors = List.copyOf(stateVectors);
    }

    /** A row that is being answered. */
    private record PendingAnswer(
            CheckedLabels.CheckedRow row, DecisionRequest request, Future<DecisionService.Decision> decision) {}

    /**
     * Asks {@code labels}.
     *
     * @throws LabelsException if the service refuses a row
     */
    public static Judgement of(CheckedLabels labels, Answering answering) {
        LabelledFile file = labels.file();
        boolean joined = file.isJoined();
        DecisionService service = answering.service();
        List<Judged> rows = new ArrayList<>();
        List<float[]> vectors = new ArrayList<>();
        SortedSet<String> wordings = new TreeSet<>();
        Asking.inOrder(labels.rows().iterator(), row -> begin(labels, row, answering), asked -> {
            DecisionResponse response = answered(file, asked);
            asked.request().questions().forEach((id, question) -> {
                Answer answer = response.answers().get(id);
                if (answer != null) {
                    Judged judged = judged(joined, asked.row(), id, question, answer, response);
                    rows.add(judged);
                    wordings.add(judged.wording());
                    Optional.ofNullable(response.stateVectors().get(id)).ifPresent(found -> {
                        requireAllOptions(id, answer);
                        vectors.add(found);
                    });
                }
            });
        });
        SortedMap<String, String> revisions = new TreeMap<>();
        rows.stream()
                .map(Judged::checkpoint)
                .distinct()
                .forEach(name -> Optional.ofNullable(service.health().resident().get(name))
                        .ifPresent(resident -> revisions.put(name, resident.revision())));
        return new Judgement(
                new Measurement(
                        file.digest(), digest(wordings), revisions, answering.calibration(), answering.learned()),
                rows,
                vectors);
    }

    /** The names of the checkpoints that answered. */
    public NavigableSet<String> checkpoints() {
        return new TreeSet<>(rows.stream().map(Judged::checkpoint).toList());
    }

    /**
     * Takes the answers that a decision log holds; nothing is asked.
     *
     * @throws LabelsException if a line has probabilities of other options
     */
    public static Judgement recorded(CheckedLabels labels) {
        LabelledFile file = labels.file();
        boolean joined = file.isJoined();
        List<Judged> rows = new ArrayList<>();
        SortedMap<String, String> revisions = new TreeMap<>();
        SortedSet<String> wordings = new TreeSet<>();
        NavigableSet<String> calibrations = new TreeSet<>();
        NavigableSet<String> learned = new TreeSet<>();
        for (CheckedLabels.CheckedRow checked : labels.rows()) {
            LabelledRow row = checked.row();
            Recorded answer = row.recorded().orElseThrow();
            var question = question(labels, row);
            String id = question.getKey();
            List<String> options = GoldReader.options(question.getValue());
            if (answer.probabilities().size() != options.size()) {
                throw file.fault(row, "'probabilities' are of another number of options");
            }
            rows.add(new Judged(
                    id,
                    answer.wording(),
                    question.getValue().type(),
                    options,
                    answer.checkpoint(),
                    row.language(),
                    answer.probabilities(),
                    answer.answerConfidence(),
                    Objects.requireNonNull(checked.right().get(id)),
                    context(joined, row, question.getValue(), false, false, options.size(), false)));
            wordings.add(answer.wording());
            // Weights may have changed while the log was written.
            answer.revision()
                    .ifPresent(revision -> revisions.merge(
                            answer.checkpoint(),
                            revision,
                            (before, now) -> List.of(before.split(" ")).contains(now) ? before : before + " " + now));
            answer.calibration().ifPresent(calibrations::add);
            answer.learned().ifPresent(learned::add);
        }
        return new Judgement(
                new Measurement(
                        file.digest(),
                        digest(wordings),
                        revisions,
                        Answering.joined(calibrations),
                        Answering.joined(learned)),
                rows,
                List.of());
    }

    /** The one question of a line of the decision log, with its id. */
    private static Map.Entry<String, Question> question(CheckedLabels labels, LabelledRow row) {
        return labels.reader().single(row.body()).request().questions().firstEntry();
    }

    private static PendingAnswer begin(CheckedLabels labels, CheckedLabels.CheckedRow row, Answering answering) {
        try {
            DecisionRequest request = labels.reader().single(row.row().body()).request();
            return new PendingAnswer(row, request, answering.begin(() -> ParsedRequest.unwritten(request)));
        } catch (RefusedException e) {
            throw labels.file().refused(row.row(), e);
        }
    }

    private static DecisionResponse answered(LabelledFile file, PendingAnswer asked) {
        try {
            return Patience.UNLIMITED.await(asked.decision()).responses().getFirst();
        } catch (RefusedException e) {
            throw file.refused(asked.row().row(), e);
        }
    }

    private static Judged judged(
            boolean joined,
            CheckedLabels.CheckedRow checked,
            String id,
            Question question,
            Answer answer,
            DecisionResponse response) {
        LabelledRow row = checked.row();
        Optional<Routing> routing = response.routing();
        Usage usage = response.usage();
        return new Judged(
                row.named() ? id : question.instructions(),
                Wording.of(question),
                question.type(),
                GoldReader.options(question),
                routing.map(chosen -> chosen.model().wireName()).orElse(LOCAL),
                row.language().or(() -> routing.flatMap(Routing::detection).flatMap(Detection::language)),
                answer.probabilities(),
                answer.certainty().answerConfidence(),
                Objects.requireNonNull(checked.right().get(id)),
                context(
                        joined,
                        row,
                        question,
                        usage.truncatedQuestions().contains(id),
                        routing.filter(chosen -> !chosen.languageSupported()).isPresent(),
                        Optional.ofNullable(usage.collapsedOptions().get(id))
                                .map(Usage.CollapsedOptions::distinct)
                                .orElse(question.optionCount()),
                        elimination(answer).isPresent()));
    }

    /** Whoever learns needs to know how likely each option is, also one that is out after the first round. */
    private static void requireAllOptions(String id, Answer answer) {
        if (elimination(answer)
                .filter(rounds -> rounds.scope() == Elimination.Scope.FINALISTS)
                .isPresent()) {
            throw new LabelsException("SERVICE_TOURNAMENT_GROUP: with a number of options for each group, only the last"
                    + " ones of '" + id + "' have a probability, and nothing can be learned of the others; use auto");
        }
    }

    private static Optional<Elimination> elimination(Answer answer) {
        return answer instanceof Answer.Choice choice ? choice.elimination() : Optional.empty();
    }

    private static Context context(
            boolean joined,
            LabelledRow row,
            Question question,
            boolean cut,
            boolean unsupported,
            int distinct,
            boolean narrowed) {
        return new Context(
                joined ? row.file().toString() : "",
                row.line(),
                question.instructions(),
                OptionTexts.render(question),
                Optional.ofNullable(row.request().get("state"))
                        .map(JsonText::asText)
                        .orElse(""),
                cut,
                unsupported,
                distinct,
                narrowed);
    }

    private static String digest(SortedSet<String> wordings) {
        return WeightsDigest.sha256(String.join("\n", wordings).getBytes(StandardCharsets.UTF_8))
                .substring(0, 16);
    }
}
