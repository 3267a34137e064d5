// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.hub;

import static java.lang.System.Logger.Level.INFO;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Reports the progress of a download: in place on a terminal, as occasional log lines otherwise. Thread-safe. */
final class Progress {
    private static final System.Logger LOG = System.getLogger(Progress.class.getName());
    private static final long ON_A_TERMINAL = Duration.ofMillis(200).toNanos();
    private static final long IN_A_LOG = Duration.ofSeconds(10).toNanos();
    private static final double MB = 1e6;

    /** The form in which progress is shown. */
    sealed interface Style {}

    record InPlace(PrintStream terminal) implements Style {}

    record InTheLog() implements Style {}

    private final String what;
    private final AtomicLong total;
    private final Style style;
    private final LongSupplier nanoTime;
    private final long started;
    private final AtomicLong fetched = new AtomicLong();
    private final AtomicLong present = new AtomicLong();
    private final AtomicLong due;

    /**
     * @param total bytes of all files whose size is known
     * @param nanoTime as {@link System#nanoTime()}
     */
    Progress(String what, long total, Style style, LongSupplier nanoTime) {
        this.what = what;
        this.total = new AtomicLong(total);
        this.style = style;
        this.nanoTime = nanoTime;
        this.started = nanoTime.getAsLong();
        this.due = new AtomicLong(started + interval());
    }

    /** Records the size of one more file. */
    void expect(long bytes) {
        total.addAndGet(bytes);
    }

    /** Records {@code bytes} that an earlier attempt fetched; negative if they must be fetched again after all. */
    void found(long bytes) {
        present.addAndGet(bytes);
    }

    /** Records that {@code bytes} more have arrived. */
    void arrived(long bytes) {
        fetched.addAndGet(bytes);
        long now = nanoTime.getAsLong();
        long next = due.get();
        if (now - next >= 0 && due.compareAndSet(next, now + interval())) {
            switch (style) {
                case InPlace(PrintStream terminal) -> terminal.print("\r" + line(now) + "   ");
                case InTheLog() -> LOG.log(INFO, "{0}", line(now));
            }
        }
    }

    /** Records that everything has arrived. */
    void done() {
        if (style instanceof InPlace(PrintStream terminal)) {
            terminal.print("\r" + " ".repeat(line(nanoTime.getAsLong()).length() + 3) + "\r");
        }
        LOG.log(
                INFO,
                String.format(
                        Locale.ROOT,
                        "%s: %.1f MB fetched in %.1f s",
                        what,
                        fetched.get() / MB,
                        seconds(nanoTime.getAsLong())));
    }

    private String line(long now) {
        long have = present.get() + fetched.get();
        long all = Math.max(have, total.get());
        return String.format(
                Locale.ROOT,
                "%s: %.0f of %.0f MB (%d %%), %.1f MB/s",
                what,
                have / MB,
                all / MB,
                all == 0 ? 100 : have * 100 / all,
                fetched.get() / MB / seconds(now));
    }

    private double seconds(long now) {
        return Math.max(1, now - started) / 1e9;
    }

    private long interval() {
        return switch (style) {
            case InPlace _ -> ON_A_TERMINAL;
            case InTheLog _ -> IN_A_LOG;
        };
    }
}
