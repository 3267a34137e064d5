// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.decisionservice.api.Answer;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.api.Explanation;
import org.decisionservice.api.Explanation.Influence;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.api.State;
import org.decisionservice.api.Usage;
import org.decisionservice.core.packing.PackedState;
import org.decisionservice.core.packing.WindowAllowance;

/** A state, and the same state without each of its parts in turn. */
public final class Occlusion {
    /** Parts that are left out in turn; neighbours in a state of more parts are left out together. */
    public static final int MOST_SPANS = 32;

    /** Rows of a request with all these states; those of a batch are as many. */
    private static final int MOST_ROWS = WindowAllowance.MOST;

    /** One part could only be all that was read, which says nothing. */
    private static final int FEWEST_SPANS = 2;

    private static final int MOST_NAMED = 5;

    /** Code points of a part that its influence shows. */
    private static final int LONGEST_TEXT = 500;

    /** Half of the last of the four decimals that are written. */
    private static final double SMALLEST_CHANGE = 0.00005;

    private final State state;
    private final List<List<Part>> spans;

    private Occlusion(State state, List<List<Part>> spans) {
        this.state = state;
        this.spans = spans;
    }

    /**
     * Cuts a state into parts.
     *
     * @param packed the state, packed alone: answers do not depend on what of it no question reads
     * @param keepsEnd whether its beginning is what is not read
     * @throws RefusedException if it takes so many rows by itself that it cannot be answered without each part as well
     */
    public static Occlusion of(State state, PackedState packed, boolean keepsEnd) {
        int rows = packed.rows().size();
        int most = Math.min(MOST_SPANS, MOST_ROWS / (rows + 1) - 1);
        if (most < FEWEST_SPANS) {
            throw new RefusedException(
                    Refusal.Kind.TOO_LARGE,
                    List.of("explain"),
                    "'explain': the answers take " + rows + " rows, and more than " + MOST_ROWS
                            + " if the state is answered without its parts as well; leave 'explain' out, ask fewer"
                            + " questions at once, shorten the state, raise max_len, or send 'windows': false");
        }
        return new Occlusion(state, merged(read(state, packed.usage(), keepsEnd), most));
    }

    /** The parts that the worst-off question reads, as if all tokens were equally long. */
    private static List<Part> read(State state, Usage usage, boolean keepsEnd) {
        List<Part> all = StateParts.of(state);
        if (!usage.truncated()) {
            return all;
        }
        int length = state.text().length();
        double unread = (double) length * usage.stateTokensDropped() / usage.stateTokens();
        return all.stream()
                .filter(part -> keepsEnd ? part.end() > unread : part.start() < length - unread)
                .toList();
    }

    /**
     * Neighbours in one list, where there are more than {@code most}: those that begin in the same stretch of the text.
     */
    private static List<List<Part>> merged(List<Part> parts, int most) {
        if (parts.size() <= most) {
            return parts.stream().map(List::of).toList();
        }
        long first = parts.getFirst().start();
        long length = parts.getLast().end() - first;
        List<List<Part>> spans = new ArrayList<>();
        long stretch = -1;
        for (Part part : parts) {
            long own = (part.start() - first) * most / length;
            if (own != stretch) {
                spans.add(new ArrayList<>());
                stretch = own;
            }
            List<Part> span = spans.getLast();
            // A state of one-letter words would keep 25,000 parts.
            if (!span.isEmpty() && span.getLast().joins(part)) {
                span.set(span.size() - 1, span.getLast().and(part));
            } else {
                span.add(part);
            }
        }
        return spans;
    }

    /** The state, and then it without each part; all go to the same checkpoint. */
    public List<State> states() {
        return Stream.concat(Stream.of(state), spans.stream().map(this::without))
                .toList();
    }

    private State without(List<Part> left) {
        StringBuilder kept = new StringBuilder(state.text().length());
        int at = 0;
        for (Part part : left) {
            kept.append(state.text(), at, part.start()).append(part.instead());
            at = part.next();
        }
        String text = kept.append(state.text(), at, state.text().length()).toString();
        return state instanceof State.Json ? new State.Json(text) : new State.Text(text);
    }

    /**
     * The response about the state itself, with what it depends on.
     *
     * @param responses one for each of {@link #states}
     * @param rows that they took
     * @param passes that these rows took
     */
    public DecisionResponse explained(List<DecisionResponse> responses, int rows, int passes) {
        DecisionResponse whole = responses.getFirst();
        List<Influence> unmoved = spans.stream().map(this::unmoved).toList();
        Map<String, List<Influence>> influences = new HashMap<>();
        whole.answers().forEach((id, answer) -> {
            List<Influence> found = new ArrayList<>();
            for (int span = 0; span < unmoved.size(); span++) {
                Answer without =
                        Objects.requireNonNull(responses.get(span + 1).answers().get(id));
                Influence each = unmoved.get(span);
                found.add(new Influence(
                        each.start(), each.end(), each.text(), said(without, answer) - said(answer, answer)));
            }
            influences.put(
                    id,
                    found.stream()
                            .filter(each -> Math.abs(each.change()) > SMALLEST_CHANGE)
                            .sorted(Comparator.comparingDouble(each -> -Math.abs(each.change())))
                            .limit(MOST_NAMED)
                            .toList());
        });
        return whole.with(new Explanation(influences, spans.size(), rows, passes));
    }

    private Influence unmoved(List<Part> span) {
        String text = state.text();
        int first = span.getFirst().start();
        int end = span.getLast().end();
        int start = text.codePointCount(0, first);
        int length = text.codePointCount(first, end);
        String shown = text.substring(first, text.offsetByCodePoints(first, Math.min(length, LONGEST_TEXT)));
        return new Influence(start, start + length, shown, 0);
    }

    /** The number of {@code answer} that {@code whole}, the answer about the whole state, is explained by. */
    private static double said(Answer answer, Answer whole) {
        return switch (whole) {
            case Answer.Choice choice -> answer.probabilities().get(choice.chosen());
            case Answer.Score _ -> ((Answer.Score) answer).score();
            case Answer.Noul _ -> ((Answer.Noul) answer).yes();
        };
    }
}
