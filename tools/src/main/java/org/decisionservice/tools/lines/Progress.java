// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says how far a run is, how fast and how long it still takes: as a bar that is drawn again and again in a terminal, as
 * a line now and then anywhere else. For one thread.
 */
public final class Progress {
    private static final Duration BETWEEN_BARS = Duration.ofMillis(200);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final int BAR = 24;
    private static final double NANOS = 1e9;

    private final PrintStream out;
    private final String unit;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private long first;
    private long total;
    private long started;
    private long shown;
    private long reached;

    /**
     * @param unit what is answered: {@code lines} or {@code rows}
     * @param terminal whether {@code out} is one
     * @param nanoTime a clock with the contract of {@link System#nanoTime()}
     */
    public Progress(PrintStream out, String unit, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.unit = unit;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
    }

    void begin(long done, long all) {
        first = done;
        reached = done;
        total = all;
        started = nanoTime.getAsLong();
        shown = started;
        if (done > 0) {
            out.printf(Locale.ROOT, "%,d of %,d %s were answered before%n", done, all, unit);
        }
    }

    void reached(long lines) {
        reached = lines;
        long now = nanoTime.getAsLong();
        if (now - shown >= (terminal ? BETWEEN_BARS : BETWEEN_LINES).toNanos()) {
            shown = now;
            show(now);
        }
    }

    void end() {
        if (terminal && reached > first) {
            show(nanoTime.getAsLong());
            out.println();
        }
    }

    /** Lines a second since this run began. */
    public double rate() {
        double seconds = (nanoTime.getAsLong() - started) / NANOS;
        return seconds > 0 ? (reached - first) / seconds : 0;
    }

    private void show(long now) {
        double rate = (reached - first) / Math.max(1e-9, (now - started) / NANOS);
        long left = rate > 0 ? Math.round((total - reached) / rate) : 0;
        String text = String.format(
                Locale.ROOT, "%,d of %,d %s, %.1f a second, %s left", reached, total, unit, rate, time(left));
        if (terminal) {
            int filled = (int) (BAR * reached / Math.max(1, total));
            // The rest of a longer text before it is erased.
            out.print("\r[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "] " + text + "\u001B[K");
            out.flush();
        } else {
            out.println(text);
        }
    }

    /** Such as 0:07 or 1:02:03. */
    private static String time(long seconds) {
        Duration time = Duration.ofSeconds(seconds);
        return time.toHours() > 0
                ? String.format(Locale.ROOT, "%d:%02d:%02d", time.toHours(), time.toMinutesPart(), time.toSecondsPart())
                : String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }
}
