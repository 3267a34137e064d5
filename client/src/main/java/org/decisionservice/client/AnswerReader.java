// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.decisionservice.api.Abstention;
import org.decisionservice.api.Answer;
import org.decisionservice.api.Certainty;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.Cleaning;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Detection;
import org.decisionservice.api.Elimination;
import org.decisionservice.api.Explanation;
import org.decisionservice.api.Explanation.Influence;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.OptionSet;
import org.decisionservice.api.Probabilities;
import org.decisionservice.api.Question;
import org.decisionservice.api.Routing;
import org.decisionservice.api.Teaching;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Window;

/** Reads the answers to known questions. Whatever else it meets, it refuses with an IllegalArgumentException. */
final class AnswerReader {
    private static final String EXPLANATION = "explanation";

    private final Map<String, Question> questions = new LinkedHashMap<>();

    AnswerReader(List<NamedQuestion> asked) {
        asked.forEach(named -> questions.put(named.id(), named.question()));
    }

    DecisionResponse response(JsonValue document) {
        Members root = Members.of(document);
        Members answered = Members.of(root.value("answers"));
        SequencedMap<String, Answer> answers = new LinkedHashMap<>();
        questions.forEach((id, question) -> answers.put(id, answer(question, Members.of(answered.value(id)))));
        DecisionResponse response = new DecisionResponse(
                answers,
                usage(Members.of(root.value("usage"))),
                root.object("routing").map(AnswerReader::routing));
        return root.object(EXPLANATION)
                .map(cost -> response.with(explanation(cost, answered)))
                .orElse(response);
    }

    private Explanation explanation(Members cost, Members answers) {
        Map<String, List<Influence>> influences = new LinkedHashMap<>();
        questions
                .keySet()
                .forEach(id -> influences.put(
                        id,
                        Members.of(answers.value(id)).elements(EXPLANATION).stream()
                                .map(Members::of)
                                .map(part -> new Influence(
                                        part.count("start", 0),
                                        part.count("end", 0),
                                        part.text("text").orElse(""),
                                        part.number("change")))
                                .toList()));
        return new Explanation(influences, cost.count("spans", 0), cost.count("rows", 0), cost.count("passes", 0));
    }

    private static Answer answer(Question question, Members answer) {
        Answer read = switch (question) {
            case Question.Choice choice -> choice(choice, answer);
            case Question.Score score -> {
                Probabilities probabilities =
                        probabilities(answer.numbers("probabilities").values(), score.optionCount());
                yield new Answer.Score(
                        Members.between("score", answer.number("score"), score.optionCount() - 1),
                        List.copyOf(answer.textsByName("legend").values()),
                        probabilities,
                        certainty(answer, probabilities, index -> Members.count(index)));
            }
            case Question.Noul _ -> {
                double yes = answer.share("noul");
                Probabilities probabilities = Probabilities.of(1 - yes, yes);
                yield new Answer.Noul(
                        probabilities,
                        certainty(
                                answer, probabilities, side -> Json.plain(side).equals(RequestWriter.TRUE) ? 1 : 0));
            }
        };
        Optional<Window> window = answer.object("window")
                .map(part -> new Window(
                        part.count("index", 0), part.count("count", 0), part.count("start", 0), part.count("end", 0)));
        return window.isPresent() ? read.in(window.get()) : read;
    }

    /** Labels that a description has are texts, whatever they were in the question. */
    private static Answer.Choice choice(Question.Choice question, Members answer) {
        SequencedMap<String, Double> byLabel = answer.numbers("probabilities");
        Probabilities probabilities = probabilities(byLabel.values(), question.optionCount());
        List<JsonValue> labels =
                question.options().stream().map(Question.Option::label).toList();
        List<String> texts = labels.stream().map(Json::plain).toList();
        int chosen = index(texts, answer.value("choice"));
        return new Answer.Choice(
                labels,
                chosen,
                probabilities,
                certainty(answer, probabilities, label -> index(texts, label)),
                elimination(answer, texts),
                Optional.empty());
    }

    private static int index(List<String> labels, JsonValue label) {
        int index = labels.indexOf(Json.plain(label));
        if (index < 0) {
            throw new IllegalArgumentException("no option of the question: " + Json.text(label));
        }
        return index;
    }

    private static Probabilities probabilities(Iterable<Double> written, int options) {
        List<Double> values = new ArrayList<>();
        written.forEach(values::add);
        if (values.size() != options) {
            throw new IllegalArgumentException(values.size() + " probabilities of " + options + " options");
        }
        return Probabilities.of(values.stream()
                .mapToDouble(value -> Members.share("probabilities", value))
                .toArray());
    }

    private static Optional<Elimination> elimination(Members answer, List<String> labels) {
        Optional<Members> all = answer.object("elimination");
        return all.or(() -> answer.object("tournament"))
                .map(narrowed -> new Elimination(
                        narrowed.count("rounds", 1),
                        narrowed.count("groups", 0),
                        narrowed.elements("finalists").stream()
                                .map(label -> index(labels, label))
                                .toList(),
                        all.isPresent() ? Elimination.Scope.ALL : Elimination.Scope.FINALISTS,
                        narrowed.truth("option_order_dropped", false)));
    }

    /** Finds the option that a set of options names. */
    private interface Options {
        int index(JsonValue option);
    }

    private static Certainty certainty(Members answer, Probabilities probabilities, Options options) {
        double largest = answer.optionalShare("answer_confidence").orElse(probabilities.max());
        return new Certainty(
                answer.optionalShare("confidence").orElse(largest),
                largest,
                answer.object("action")
                        .map(action -> action.share("act_probability"))
                        .orElse(Double.NaN),
                answer.text("abstention")
                        .map(outcome -> new Abstention(outcome(outcome), answer.share("abstention_threshold"))),
                teaching(answer),
                answer.object("coverage")
                        .map(set -> new OptionSet(
                                set.share("level"),
                                set.elements("options").stream()
                                        .map(options::index)
                                        .toList())));
    }

    private static Teaching teaching(Members answer) {
        if (answer.truth("unlike", false)) {
            return Teaching.UNLIKE;
        }
        return answer.truth("learned", false) ? Teaching.LEARNED : Teaching.NONE;
    }

    private static Abstention.Outcome outcome(String name) {
        return Arrays.stream(Abstention.Outcome.values())
                .filter(outcome -> outcome.wireName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no outcome of a threshold: " + name));
    }

    static Usage usage(Members usage) {
        SequencedMap<String, Usage.CollapsedOptions> collapsed = new LinkedHashMap<>();
        usage.object("options")
                .ifPresent(byQuestion -> byQuestion.object().members().forEach((id, options) -> {
                    Members counts = Members.of(options);
                    collapsed.put(
                            id,
                            new Usage.CollapsedOptions(
                                    counts.count("total", 0),
                                    counts.count("distinct", 0),
                                    counts.optionalCount("tokens_per_option")));
                }));
        return new Usage(
                usage.count("input_tokens", 0),
                usage.count("state_tokens", 0),
                usage.count("state_tokens_dropped", 0),
                usage.texts("truncated_questions"),
                collapsed,
                usage.object("cleaned").map(AnswerReader::cleaning));
    }

    private static Cleaning cleaning(Members cleaned) {
        List<Cleaning.Cut> cuts = cleaned.elements("cuts").stream()
                .map(Members::of)
                .map(cut -> new Cleaning.Cut(
                        Cleaning.Kind.valueOf(upper(cut, "kind")),
                        cut.text("field"),
                        cut.count("start", 0),
                        cut.count("end", 0)))
                .toList();
        return new Cleaning(
                Cleaning.Form.valueOf(upper(cleaned, "as")),
                cleaned.truth("decoded", false),
                cuts,
                cleaned.count("parts_left_out", 0),
                cleaned.truth("kept_whole", false),
                cleaned.text("unknown_charset"));
    }

    private static String upper(Members members, String name) {
        return Json.plain(members.value(name)).toUpperCase(Locale.ROOT);
    }

    static Routing routing(Members routing) {
        return new Routing(
                new CheckpointName(Json.plain(routing.value("model"))),
                routing.text("repo").orElse(""),
                routing.text("reason").orElse(""),
                routing.object("detection").map(AnswerReader::detection),
                routing.text("workflow"),
                routing.truth("language_supported", true));
    }

    private static Detection detection(Members detection) {
        SequencedMap<UnicodeScript, Double> profile = new LinkedHashMap<>();
        detection.numbers("script_profile").forEach((name, share) -> profile.put(script(name), share));
        return new Detection(
                script(Json.plain(detection.value("script"))),
                profile,
                detection.text("language"),
                detection.truth("is_english", false),
                detection.truth("language_undecided", false),
                detection.number("diacritic_rate"),
                detection.number("non_latin_fraction"),
                detection.text("mixed_segment"));
    }

    private static UnicodeScript script(String name) {
        return Arrays.stream(UnicodeScript.values())
                .filter(script -> Detection.nameOf(script).equals(name))
                .findFirst()
                .orElse(UnicodeScript.UNKNOWN);
    }
}
