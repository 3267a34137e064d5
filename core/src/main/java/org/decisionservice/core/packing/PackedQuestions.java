// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.packing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Stream;
import org.decisionservice.api.State;
import org.decisionservice.api.Usage;
import org.decisionservice.api.Usage.CollapsedOptions;
import org.decisionservice.api.Window;
import org.decisionservice.core.checkpoint.Tokenizer;
import org.decisionservice.core.text.Prompt;

/** The questions of a request, tokenized and ready for any number of states. */
public final class PackedQuestions {
    private final List<SharedRows> groups;
    private final Tokenizer tokenizer;
    private final Prompt prompt;
    private final Optional<WindowAllowance> allowance;
    private final SequencedMap<String, CollapsedOptions> collapsed = new LinkedHashMap<>();

    /**
     * @param groups of questions that are asked by the same rows
     * @param allowance windows that states too long for a row are read in; empty cuts such states
     */
    PackedQuestions(List<SharedRows> groups, Tokenizer tokenizer, Prompt prompt, Optional<WindowAllowance> allowance) {
        this.groups = List.copyOf(groups);
        this.tokenizer = tokenizer;
        this.prompt = prompt;
        this.allowance = allowance;
        asked().filter(each -> !each.question().repeats())
                .forEach(each -> collapsed.merge(each.question().id(), each.distinctOptions(), CollapsedOptions::and));
        collapsed.values().removeIf(options -> options.distinct() == options.total());
    }

    /** The questions in the order of their rows. */
    Stream<SharedRows.Asked> asked() {
        return groups.stream().flatMap(group -> group.questions().stream());
    }

    /** Tokens that the rows of each question hold, in the order of the rows. */
    public List<KeptTokens> kept() {
        return groups.stream()
                .flatMap(group -> group.questions().stream()
                        .map(each -> KeptTokens.of(each.question(), each.parts(), group.leastRoom())))
                .toList();
    }

    /** Whether any number of threads may {@link #pack} at a time: what counts or remembers is for one. */
    public boolean packsSideBySide() {
        return allowance.isEmpty() && !(tokenizer instanceof RememberingTokenizer);
    }

    /**
     * The rows of every question about {@code state}, which is tokenized once, or not at all if there are no questions.
     */
    public PackedState pack(State state) {
        if (groups.isEmpty()) {
            return new PackedState(List.of(), new Usage(0, 0, 0, List.of(), new LinkedHashMap<>()), List.of());
        }
        String text = prompt.state(state);
        // Places of the tokens are needed only for windows.
        Optional<StateTokens> located =
                anyTakesWindows(Integer.MAX_VALUE) ? Optional.of(StateTokens.of(text, tokenizer)) : Optional.empty();
        int[] tokens = located.map(StateTokens::ids)
                .orElseGet(() -> tokenizer.encode(tokenizer.specialTokens().without(text)));
        boolean windowed = anyTakesWindows(tokens.length);
        List<TokenRange> sentences = windowed ? Sentences.of(text, located.orElseThrow()) : List.of();
        boolean keepsEnd = prompt.keepsEnd(state);
        int[] shown = windowed ? tokens : shown(tokens, keepsEnd);
        List<PackedRow> rows = new ArrayList<>();
        List<QuestionRows> placed = new ArrayList<>();
        SequencedSet<String> truncated = new LinkedHashSet<>();
        int worstDropped = 0;
        for (SharedRows group : groups) {
            int first = rows.size();
            List<Window> windows = List.of();
            int dropped = 0;
            if (takesWindows(group, tokens.length)) {
                windows = addWindows(group.heads().getFirst(), located.orElseThrow(), sentences, rows);
            } else {
                dropped = addCut(group.heads(), tokens.length, shown, keepsEnd, rows);
                worstDropped = Math.max(worstDropped, dropped);
            }
            for (SharedRows.Asked each : group.questions()) {
                String id = each.question().id();
                if (dropped > 0) {
                    truncated.add(id);
                }
                placed.add(new QuestionRows(id, first, rows.size() - first, each.slots(), windows));
            }
        }
        int inputTokens = rows.stream().mapToInt(PackedRow::length).sum();
        Usage usage = new Usage(inputTokens, tokens.length, worstDropped, List.copyOf(truncated), collapsed);
        return new PackedState(rows, usage, placed);
    }

    private boolean anyTakesWindows(int tokens) {
        return groups.stream().anyMatch(group -> takesWindows(group, tokens));
    }

    private boolean takesWindows(SharedRows group, int tokens) {
        return allowance.isPresent() && group.takesWindows(tokens);
    }

    /** The tokens that the rows show: while they wait, nothing else is to be in memory. */
    private int[] shown(int[] tokens, boolean keepsEnd) {
        int most = groups.stream().mapToInt(SharedRows::mostRoom).max().orElse(0);
        if (tokens.length <= most) {
            return tokens;
        }
        return keepsEnd ? Arrays.copyOfRange(tokens, tokens.length - most, tokens.length) : Arrays.copyOf(tokens, most);
    }

    /**
     * Adds a row for each of {@code parts}, with as much of the state as there is room for.
     *
     * @param tokens of the whole state
     * @param shown those of them that any row shows
     * @param keepsEnd whether a state that is cut keeps its end instead of its beginning
     * @return the most tokens of the state that a row leaves out
     */
    private static int addCut(
            List<? extends RowHead> parts, int tokens, int[] shown, boolean keepsEnd, List<PackedRow> rows) {
        int worst = 0;
        for (RowHead part : parts) {
            int used = Math.min(tokens, part.room());
            rows.add(part.row(shown, keepsEnd ? shown.length - used : 0, used));
            worst = Math.max(worst, tokens - used);
        }
        return worst;
    }

    /**
     * Adds a row for each window of the state, and then one for each sentence that fits into a row.
     *
     * @return what each row shows; windows and sentences are numbered among themselves
     */
    private List<Window> addWindows(RowHead head, StateTokens state, List<TokenRange> sentences, List<PackedRow> rows) {
        int room = head.room();
        List<TokenRange> fitting =
                sentences.stream().filter(sentence -> sentence.count() <= room).toList();
        List<TokenRange> windows = TokenRange.windows(state.ids().length, room);
        // A single sentence has no others to be compared with.
        List<TokenRange> alone = fitting.size() > 1 ? fitting : List.of();
        allowance.orElseThrow().take(windows.size() + alone.size());
        List<Window> shown = new ArrayList<>(windows.size() + alone.size());
        for (List<TokenRange> ranges : List.of(windows, alone)) {
            for (int index = 0; index < ranges.size(); index++) {
                TokenRange range = ranges.get(index);
                rows.add(head.row(state.ids(), range.first(), range.count()));
                shown.add(new Window(index, ranges.size(), state.start(range.first()), state.end(range.last())));
            }
        }
        return shown;
    }
}
