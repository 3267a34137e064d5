// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static java.lang.System.Logger.Level.ERROR;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.decisionservice.host.Fatal;
import org.decisionservice.server.config.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Ends a process that cannot continue: writes one line to standard error and halts without running shutdown hooks.
 * Neither needs memory or a new thread, because there may be none. The line is built in a preallocated buffer, and a
 * thread that was started in advance ends the process if the line cannot be written, for example into a pipe that
 * nobody reads.
 */
final class LastWords implements Fatal.LastResort {
    /** Exit status of a process that cannot continue, which the JVM's own ExitOnOutOfMemoryError uses, too. */
    static final int STATUS = 3;

    /** Exit status of a start that fails. Another start would fail in the same way, so no supervisor should try. */
    static final int START_STATUS = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int LONGEST_LINE = 1024;

    private static final byte[] OBJECT =
            ascii("{\"level\":\"error\",\"logger\":\"" + LastWords.class.getName() + "\",\"message\":\"");
    private static final byte[] END_OF_OBJECT = ascii("\"}");

    private final byte[] unableToGoOn = ascii("the process cannot continue and exits with status " + STATUS + ": ");
    private final byte[] unableToStart = ascii("the service cannot start and exits with status " + START_STATUS + ": ");
    private final Map<Fatal.Reason, byte[]> why = new EnumMap<>(Fatal.Reason.class);
    private final byte[] line = new byte[LONGEST_LINE];
    private int length;

    private final OutputStream out;
    private final IntConsumer halt;
    private final long patience;
    private final AtomicBoolean spoken = new AtomicBoolean();
    private volatile Runnable before = () -> {};
    private volatile boolean started;
    private volatile boolean json;
    private volatile int status = STATUS;
    private volatile @Nullable Thread backUp;

    /** {@code patience} limits the time for writing the line. */
    LastWords(OutputStream out, IntConsumer halt, Duration patience) {
        this.out = out;
        this.halt = halt;
        this.patience = patience.toNanos();
        for (Fatal.Reason reason : Fatal.Reason.values()) {
            why.put(reason, ascii(words(reason)));
        }
    }

    private static String words(Fatal.Reason reason) {
        return switch (reason) {
            case OUT_OF_MEMORY -> "out of memory";
            case BROKEN_PROGRAM -> "a class or the virtual machine is broken";
            case FAILED_START -> "unexpected error";
            case NOBODY_LISTENS -> "a listener has stopped";
        };
    }

    /**
     * Becomes the last resort of this process, for every thread. Must be called before other threads start.
     */
    static LastWords take() {
        LastWords words = new LastWords(new FileOutputStream(FileDescriptor.err), Runtime.getRuntime()::halt, PATIENCE);
        words.backUp();
        Fatal.lastResort(words);
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
            if (Fatal.is(e)) {
                Fatal.check(e);
            } else if (!words.started && !thread.isDaemon()) {
                words.cannotStart(e);
            } else {
                // Not a constant: nothing may look for a log before it is set up.
                System.getLogger(LastWords.class.getName()).log(ERROR, "thread " + thread.getName() + " failed", e);
            }
        });
        return words;
    }

    /** Sets the format of the line; text if this is not called. */
    void write(Settings.Log.Format format) {
        json = format == Settings.Log.Format.JSON;
    }

    /** The service has started: from now on a restart may help. */
    void started() {
        started = true;
    }

    /** Ends a start that failed for a reason that nobody foresaw. */
    void cannotStart(Throwable thrown) {
        Fatal.check(thrown);
        end(Fatal.Reason.FAILED_START, Cause.of(thrown));
    }

    /** Sets what is done before the line is written. It must be short and must not need memory. */
    void before(Runnable last) {
        before = last;
    }

    /** Starts the thread that ends the process if the failed thread cannot. */
    void backUp() {
        backUp = Thread.ofPlatform().daemon().name("last-resort").start(() -> {
            while (!spoken.get()) {
                LockSupport.park(this);
            }
            LockSupport.parkNanos(patience);
            halt.accept(status);
        });
    }

    @Override
    public void end(Fatal.Reason reason, String detail) {
        if (!spoken.compareAndSet(false, true)) {
            // One line is enough. This thread waits, because it must not continue as if nothing had happened.
            LockSupport.parkNanos(patience);
            return;
        }
        // A heap that is too small is reported as the virtual machine itself would report it.
        boolean starting = !started && reason != Fatal.Reason.OUT_OF_MEMORY;
        status = starting ? START_STATUS : STATUS;
        LockSupport.unpark(backUp);
        try {
            before.run();
            Logging.flush();
            if (json) {
                append(OBJECT);
            }
            append(starting ? unableToStart : unableToGoOn);
            append(Objects.requireNonNull(why.get(reason)));
            append(detail);
            if (json) {
                append(END_OF_OBJECT);
            }
            line[length++] = '\n';
            out.write(line, 0, length);
        } catch (IOException | RuntimeException | Error _) {
            // The exit status has to suffice.
        } finally {
            halt.accept(status);
        }
    }

    private void append(byte[] text) {
        System.arraycopy(text, 0, line, length, text.length);
        length += text.length;
    }

    /** Appends as much as fits, on one line and without what would end a text in JSON. */
    private void append(String detail) {
        if (detail.isEmpty()) {
            return;
        }
        line[length++] = ':';
        line[length++] = ' ';
        for (int i = 0; i < detail.length() && length < LONGEST_LINE - END_OF_OBJECT.length - 1; i++) {
            char c = detail.charAt(i);
            boolean closes = json && (c == '"' || c == '\\');
            line[length++] = (byte) (c < ' ' ? ' ' : closes ? '\'' : c < 127 ? c : '?');
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
