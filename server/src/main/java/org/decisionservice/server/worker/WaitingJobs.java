// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;

/** Jobs that wait for the inference thread, first come first served. Safe for any number of threads. */
final class WaitingJobs {
    private final OptionalInt sharedTokens;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Job> jobs = new ArrayDeque<>();

    /**
     * @param sharedTokens maximum number of tokens that a pass of several jobs may collate, counted as its rows times
     *     its longest row; empty lets no job share
     */
    WaitingJobs(OptionalInt sharedTokens) {
        this.sharedTokens = sharedTokens;
    }

    void add(Job job) {
        lock.lock();
        try {
            jobs.add(job);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the jobs that nobody waits for any more. */
    void dropGivenUp() {
        lock.lock();
        try {
            jobs.removeIf(Job::givenUp);
        } finally {
            lock.unlock();
        }
    }

    /** The number of waiting jobs. */
    int size() {
        lock.lock();
        try {
            return (int) jobs.stream().filter(job -> !job.givenUp()).count();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the first job, and with it all that can share its pass. It does not wait for further jobs, and the jobs
     * that remain keep their order.
     *
     * @return empty if no job waits
     */
    List<Job> take() {
        lock.lock();
        try {
            jobs.removeIf(Job::givenUp);
            List<Job> taken = new ArrayList<>();
            Job first = jobs.poll();
            if (first != null) {
                taken.add(first);
                if (sharedTokens.isPresent() && first.canShare()) {
                    takeSharing(taken, sharedTokens.getAsInt());
                }
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void takeSharing(List<Job> taken, int tokens) {
        Job first = taken.getFirst();
        int rows = first.rows().size();
        int longest = first.rows().longestRow();
        for (Iterator<Job> others = jobs.iterator(); others.hasNext(); ) {
            Job job = others.next();
            if (job.canShare() && job.only().version().equals(first.only().version())) {
                int width = Math.max(longest, job.rows().longestRow());
                if ((long) (rows + job.rows().size()) * width <= tokens) {
                    rows += job.rows().size();
                    longest = width;
                    others.remove();
                    taken.add(job);
                }
            }
        }
    }
}
