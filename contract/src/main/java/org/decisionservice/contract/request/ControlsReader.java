// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.request;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.api.CheckpointSelector;
import org.decisionservice.api.Controls;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.JsonValue.JsonBoolean;
import org.decisionservice.api.JsonValue.JsonDouble;
import org.decisionservice.api.JsonValue.JsonInteger;
import org.decisionservice.api.JsonValue.JsonNull;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.Trim;
import org.decisionservice.core.learning.HeldOut;
import org.decisionservice.core.routing.CheckpointSelectors;
import org.decisionservice.core.text.Quote;

/** Reads the optional fields beside the questions. A null field counts as absent. */
public final class ControlsReader {
    /** The members of a body that are read here. */
    public static final List<String> FIELDS = List.of(
            "model",
            "task",
            "lang",
            "lang_guess",
            "max_len",
            "head_max_len",
            "min_confidence",
            "windows",
            "learned",
            "coverage");

    /** The member that has answers say what they depend on, where a deployment reads it. */
    static final String EXPLAIN = "explain";

    /** The member that says what becomes of a batch if some of its states are refused. */
    private static final String ON_ERROR = "on_error";

    private static final String PER_STATE = "per_state";

    /** A language code is much shorter. The reason of a choice quotes it for every state. */
    private static final int LONGEST_CODE = 256;

    /** The members that only a batch has. */
    static final List<String> BATCH_FIELDS = List.of("batch_size", "sort_by_length", ON_ERROR);

    private static final BigInteger MOST = BigInteger.valueOf(Integer.MAX_VALUE);

    private final CheckpointSelectors selectors;
    private final BigInteger maxTokenBudget;

    /**
     * @param names that {@code model} and {@code task} can select
     * @param maxTokenBudget cap on {@code max_len} and {@code head_max_len}, in tokens
     */
    public ControlsReader(CheckpointNames names, int maxTokenBudget) {
        this.selectors = new CheckpointSelectors(names);
        this.maxTokenBudget = BigInteger.valueOf(maxTokenBudget);
    }

    /** The controls of a request about one state. */
    public Controls single(Map<String, JsonValue> body) {
        return read(body, false);
    }

    /** The controls of a batch. */
    Controls batch(Map<String, JsonValue> body) {
        return read(body, true);
    }

    private Controls read(Map<String, JsonValue> body, boolean batch) {
        OptionalInt maxLen = tokens(body, "max_len");
        OptionalInt headMaxLen = tokens(body, "head_max_len");
        Optional<String> lang = language(body, "lang");
        Optional<String> langGuess = language(body, "lang_guess");
        OptionalDouble minConfidence = minConfidence(body, detail -> invalid("min_confidence", detail));
        Optional<Boolean> windows = flag(body, "windows");
        Optional<Boolean> learned = flag(body, "learned");
        OptionalDouble coverage = coverage(body);
        OptionalInt batchSize = batch ? batchSize(body) : OptionalInt.empty();
        boolean explain = flag(body, EXPLAIN).orElse(false);
        if (explain && batch) {
            throw invalid(
                    EXPLAIN,
                    "'explain' is for one state at a time; send each state in a request of its own, or leave it out");
        }
        return new Controls(
                model(body),
                task(body),
                lang,
                langGuess,
                maxLen,
                headMaxLen,
                minConfidence,
                windows,
                learned,
                coverage,
                batchSize,
                Map.of(),
                explain);
    }

    /** Whether a state at fault is refused on its own, instead of the whole batch. */
    static boolean perState(Map<String, JsonValue> body) {
        return body.get(ON_ERROR) instanceof JsonString(String value) && value.equals(PER_STATE);
    }

    /**
     * Validates the fields of a batch and returns its size. {@code sort_by_length} has no effect: the service itself
     * chooses the order of rows.
     */
    private static OptionalInt batchSize(Map<String, JsonValue> body) {
        Optional<BigInteger> size = present(body, "batch_size").map(value -> integer("batch_size", value));
        flag(body, "sort_by_length");
        if (present(body, ON_ERROR).isPresent() && !perState(body)) {
            throw invalid(ON_ERROR, "'on_error' must be \"per_state\"; leave it out to have the whole batch refused");
        }
        return size.map(states -> OptionalInt.of(states.min(MOST).intValue())).orElse(OptionalInt.empty());
    }

    private static Optional<Boolean> flag(Map<String, JsonValue> body, String field) {
        return present(body, field).map(value -> {
            if (value instanceof JsonBoolean flag) {
                return flag.value();
            }
            throw invalid(field, "'" + field + "' must be true or false");
        });
    }

    private Optional<CheckpointSelector> model(Map<String, JsonValue> body) {
        return body.get("model") instanceof JsonString text ? selectors.byModel(quotable(text)) : Optional.empty();
    }

    /** A task is a promise about the checkpoint, so unlike an unknown {@code model} an unknown task is refused. */
    private Optional<CheckpointSelector> task(Map<String, JsonValue> body) {
        return present(body, "task").map(value -> {
            if (value instanceof JsonString text) {
                return selectors.byTask(quotable(text)).orElseThrow(() -> unknownTask(Quote.of(text.value())));
            }
            throw unknownTask("(not a string)");
        });
    }

    /** Returns the text of a name, without the white space around it if the text is too long to quote. */
    private static String quotable(JsonString text) {
        return text.value().length() > LONGEST_CODE ? Trim.ascii(text.value()) : text.value();
    }

    private static RefusedException unknownTask(String shown) {
        return invalid(
                "task",
                "'task': unknown task " + shown
                        + "; use a workflow name, typed-decisions, english or multilingual, or leave it out");
    }

    private static Optional<String> language(Map<String, JsonValue> body, String field) {
        return present(body, field).map(value -> {
            if (value instanceof JsonString text) {
                if (text.value().length() > LONGEST_CODE) {
                    throw invalid(
                            field,
                            "'" + field + "' is longer than " + LONGEST_CODE
                                    + " characters; send a language code such as \"de\", or null");
                }
                return text.value();
            }
            throw invalid(field, "'" + field + "' must be a language code string such as \"de\", or null");
        });
    }

    private OptionalInt tokens(Map<String, JsonValue> body, String field) {
        Optional<JsonValue> value = present(body, field);
        if (value.isEmpty()) {
            return OptionalInt.empty();
        }
        BigInteger tokens = integer(field, value.get());
        if (tokens.compareTo(maxTokenBudget) > 0) {
            throw invalid(
                    field,
                    String.format(
                            Locale.ROOT,
                            "'%s' exceeds the server's limit (%s > %s)",
                            field,
                            shortened(tokens.toString()),
                            maxTokenBudget));
        }
        return OptionalInt.of(tokens.intValue());
    }

    private static BigInteger integer(String field, JsonValue value) {
        if (!(value instanceof JsonInteger number)) {
            throw invalid(field, "'" + field + "' must be an integer of at least 1");
        }
        BigInteger parsed = new BigInteger(number.digits());
        if (parsed.signum() <= 0) {
            throw invalid(
                    field,
                    String.format(
                            Locale.ROOT,
                            "'%s' must be an integer of at least 1, not %s",
                            field,
                            shortened(number.digits())));
        }
        return parsed;
    }

    /**
     * An abstention threshold, of a request or of one question.
     *
     * @param refused makes the refusal of what says what is wrong
     */
    static OptionalDouble minConfidence(Map<String, JsonValue> members, Function<String, RefusedException> refused) {
        return number(members, "min_confidence", 0, 1, "'min_confidence' must be a number in [0.0, 1.0]", refused);
    }

    private static OptionalDouble coverage(Map<String, JsonValue> body) {
        return number(
                body,
                "coverage",
                HeldOut.LEAST_LEVEL,
                HeldOut.MOST_LEVEL,
                "'coverage' must be a number in [0.5, 0.99]: how often the options that cannot be excluded are to hold"
                        + " the right one",
                detail -> invalid("coverage", detail));
    }

    private static OptionalDouble number(
            Map<String, JsonValue> body,
            String field,
            double least,
            double most,
            String otherwise,
            Function<String, RefusedException> refused) {
        Optional<JsonValue> value = present(body, field);
        if (value.isEmpty()) {
            return OptionalDouble.empty();
        }
        double number = switch (value.get()) {
            case JsonDouble given -> given.value();
            case JsonInteger given -> Double.parseDouble(given.digits());
            default -> Double.NaN;
        };
        if (number >= least && number <= most) {
            return OptionalDouble.of(number);
        }
        throw refused.apply(otherwise);
    }

    private static Optional<JsonValue> present(Map<String, JsonValue> body, String field) {
        return Optional.ofNullable(body.get(field)).filter(value -> !(value instanceof JsonNull));
    }

    private static String shortened(String digits) {
        return digits.length() <= 40 ? digits : digits.substring(0, 40) + "…";
    }

    private static RefusedException invalid(String field, String detail) {
        return new RefusedException(Refusal.Kind.INVALID, List.of(field), detail);
    }
}
