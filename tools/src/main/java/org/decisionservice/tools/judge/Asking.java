// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.judge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Keeps the inference thread supplied: while it computes one group of lines, the next is read and prepared, so that
 * lines share passes and passes are full. Memory holds two groups, however many lines there are.
 */
public final class Asking {
    /** Lines per group; those that wait at the same time share a pass. */
    public static final int GROUP = 64;

    /**
     * A group that has this many bytes gets no further line, so that long lines take no more memory than short ones.
     */
    private static final long GROUP_BYTES = 4 << 20;

    private Asking() {}

    /**
     * Begins {@code lines} group by group, and hands what was begun on in their order.
     *
     * @param begin begins a line and returns at once
     * @param finish waits for a line that was begun, and uses it
     */
    public static <L, P> void inOrder(Iterator<L> lines, Function<L, P> begin, Consumer<P> finish) {
        inOrder(lines, _ -> 0, begin, finish);
    }

    /** The same, for lines that may be long: {@code bytes} is the memory that one takes. */
    public static <L, P> void inOrder(
            Iterator<L> lines, ToLongFunction<L> bytes, Function<L, P> begin, Consumer<P> finish) {
        Deque<List<P>> begun = new ArrayDeque<>();
        while (lines.hasNext() || !begun.isEmpty()) {
            if (lines.hasNext()) {
                List<P> group = new ArrayList<>(GROUP);
                long size = 0;
                while (group.size() < GROUP && size < GROUP_BYTES && lines.hasNext()) {
                    L line = lines.next();
                    size += bytes.applyAsLong(line);
                    group.add(begin.apply(line));
                }
                begun.add(group);
            }
            if (begun.size() > 1 || !lines.hasNext()) {
                begun.removeFirst().forEach(finish);
            }
        }
    }
}
