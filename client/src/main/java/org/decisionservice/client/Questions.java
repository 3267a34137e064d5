// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import org.decisionservice.api.JsonValue.JsonString;
import org.decisionservice.api.Question;

/** Makes questions. What is wrong with one, such as an option that is there twice, the service says. */
public final class Questions {
    private Questions() {}

    /** A choice among {@code labels}, of which no two are alike. */
    public static NamedQuestion choice(String id, String instructions, String... labels) {
        List<Question.Option> options = new ArrayList<>();
        for (String label : labels) {
            options.add(option(label, Optional.empty()));
        }
        return named(id, new Question.Choice(instructions, options, Optional.empty()));
    }

    /**
     * A choice among the keys of {@code criteria}, in this order; each value describes its key, "" describes nothing.
     */
    public static NamedQuestion choice(String id, String instructions, SequencedMap<String, String> criteria) {
        List<Question.Option> options = new ArrayList<>();
        for (Map.Entry<String, String> option : criteria.entrySet()) {
            options.add(option(option.getKey(), Optional.of(option.getValue())));
        }
        return named(id, new Question.Choice(instructions, options, Optional.empty()));
    }

    /** A place on a scale of {@code levels}, the lowest first. */
    public static NamedQuestion score(String id, String instructions, String... levels) {
        return named(id, new Question.Score(instructions, List.of(levels), Optional.empty()));
    }

    /** Whether {@code statement} holds. */
    public static NamedQuestion noul(String id, String statement) {
        return noul(id, statement, Optional.empty(), Optional.empty());
    }

    /** Whether {@code statement} holds, with what it means that it does not, and that it does. */
    public static NamedQuestion noul(String id, String statement, String whenFalse, String whenTrue) {
        return noul(id, statement, Optional.of(whenFalse), Optional.of(whenTrue));
    }

    private static NamedQuestion noul(
            String id, String statement, Optional<String> whenFalse, Optional<String> whenTrue) {
        return named(
                id,
                new Question.Noul(
                        statement,
                        new Question.Side(RequestWriter.FALSE, whenFalse),
                        new Question.Side(RequestWriter.TRUE, whenTrue),
                        Optional.empty()));
    }

    private static Question.Option option(String label, Optional<String> description) {
        return new Question.Option(new JsonString(label), description);
    }

    private static NamedQuestion named(String id, Question question) {
        return new NamedQuestion(id, question, OptionalDouble.empty());
    }
}
