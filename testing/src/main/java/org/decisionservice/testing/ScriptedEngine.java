// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.RowBatch;
import org.jspecify.annotations.Nullable;

/**
 * Follows a test's script and records the calls it gets. Faults affect only models on CUDA, so a retry on the CPU
 * succeeds. Every precision answers the same.
 */
public final class ScriptedEngine implements Engine {
    private final List<String> events = new ArrayList<>();
    private final Deque<EngineException> loadFaults = new ArrayDeque<>();
    private final Deque<EngineException> forwardFaults = new ArrayDeque<>();
    private final List<float[]> logits = new ArrayList<>();
    private final Semaphore passes = new Semaphore(Integer.MAX_VALUE);
    private final CountDownLatch heldPass = new CountDownLatch(1);
    private final Semaphore judging = new Semaphore(Integer.MAX_VALUE);
    private final CountDownLatch heldJudging = new CountDownLatch(1);
    private final Deque<EngineException> judgingFaults = new ArrayDeque<>();
    private final boolean concurrent;
    private OptionalInt passTokens = OptionalInt.empty();

    public ScriptedEngine() {
        this(false);
    }

    /** @param concurrent whether precisions may be judged on another thread than the one that computes */
    public ScriptedEngine(boolean concurrent) {
        this.concurrent = concurrent;
    }

    @Override
    public boolean concurrent() {
        return concurrent;
    }

    private static boolean isJudging() {
        return Thread.currentThread().getName().equals("judging");
    }

    /**
     * The calls so far, such as {@code load english cuda}, {@code forward english cpu 2}, {@code close …}; those of the
     * thread that judges begin with {@code judging: }.
     */
    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    public synchronized void failNextLoad(EngineException.Kind kind, String message) {
        loadFaults.add(new EngineException(kind, message));
    }

    public synchronized void failNextForward(EngineException.Kind kind, String message) {
        forwardFaults.add(new EngineException(kind, message));
    }

    public synchronized void failNextJudging(EngineException.Kind kind, String message) {
        judgingFaults.add(new EngineException(kind, message));
    }

    /** The arrays that it returned (not copies), one for each row, in the order of the passes. */
    public synchronized List<float[]> logits() {
        return List.copyOf(logits);
    }

    private synchronized void give(List<float[]> rows) {
        logits.addAll(rows);
    }

    /** Models that are loaded from now on say that they compute so many tokens of a pass best. */
    public void computesBest(int tokens) {
        passTokens = OptionalInt.of(tokens);
    }

    /** Lets every further pass wait for {@link #release()}. */
    public void hold() {
        passes.drainPermits();
    }

    /** Waits until a pass is held. */
    public void awaitHeldPass() throws InterruptedException {
        heldPass.await();
    }

    /** Lets every further pass of the thread that judges wait for {@link #releaseJudging()}. */
    public void holdJudging() {
        judging.drainPermits();
    }

    /** Waits until such a pass is held. */
    public void awaitHeldJudging() throws InterruptedException {
        heldJudging.await();
    }

    public void releaseJudging() {
        judging.drainPermits();
        judging.release(1000);
    }

    private void awaitJudging(BooleanSupplier abandoned) {
        if (judging.availablePermits() == 0) {
            heldJudging.countDown();
        }
        try {
            while (!judging.tryAcquire(1, TimeUnit.MILLISECONDS)) {
                LoadedModel.goOnUnless(abandoned);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            LoadedModel.goOnUnless(abandoned);
        }
    }

    public void releaseOne() {
        passes.release();
    }

    public void release() {
        passes.release(1000);
    }

    private synchronized void note(String event, Device device, Deque<EngineException> faults) {
        events.add(isJudging() ? "judging: " + event : event);
        EngineException fault = device.kind() == Device.Kind.CUDA ? faults.poll() : null;
        if (fault != null) {
            throw fault;
        }
    }

    @Override
    public LoadedModel load(ModelSource source, Device device, Precision precision) {
        Path directory = Objects.requireNonNull(source.weights().file().getParent());
        String name = directory.getFileName() + " " + device;
        note("load " + name, device, loadFaults);
        EngineException fault = isJudging() ? judgingFault() : null;
        if (fault != null) {
            throw fault;
        }
        return new Model(name, device, precision);
    }

    private synchronized @Nullable EngineException judgingFault() {
        return judgingFaults.poll();
    }

    @Override
    public void close() {}

    private final class Model implements LoadedModel {
        private final String name;
        private final Device device;
        private final Precision precision;
        private final OptionalInt best = passTokens;
        private boolean closed;

        Model(String name, Device device, Precision precision) {
            this.name = name;
            this.device = device;
            this.precision = precision;
        }

        @Override
        public Precision precision() {
            return precision;
        }

        @Override
        public Device device() {
            return device;
        }

        @Override
        public OptionalInt passTokens() {
            return best;
        }

        /** The trial of every load, which is no part of a script. */
        @Override
        public Logits forward(RowBatch rows) {
            return answers(rows);
        }

        private static Logits answers(RowBatch rows) {
            List<float[]> found = new ArrayList<>();
            for (int row = 0; row < rows.size(); row++) {
                found.add(new float[rows.row(row).options()]);
            }
            return new Logits(found, new float[rows.size()]);
        }

        @Override
        public Logits forward(RowBatch rows, BooleanSupplier abandoned) {
            if (closed) {
                throw new IllegalStateException("the model is closed");
            }
            if (isJudging()) {
                awaitJudging(abandoned);
            } else {
                if (passes.availablePermits() == 0) {
                    heldPass.countDown();
                }
                passes.acquireUninterruptibly();
                LoadedModel.goOnUnless(abandoned);
            }
            note("forward " + name + " " + rows.size(), device, forwardFaults);
            List<float[]> found = new ArrayList<>();
            for (int row = 0; row < rows.size(); row++) {
                found.add(new float[rows.row(row).options()]);
            }
            give(found);
            return new Logits(found, new float[rows.size()]);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                note("close " + name, Device.CPU, forwardFaults);
            }
        }
    }
}
