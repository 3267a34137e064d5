// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Runs the stand-in as a process, for scripts. */
public final class StandInMain {
    private static final String REPO = "convaiinnovations/laya";
    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    private StandInMain() {}

    /**
     * Serves one repository with the layout of the published one until standard input ends.
     *
     * @param arguments directory with english/, multilingual/ and typed-decisions/; log file with a line per exchange;
     *     bytes per second on one connection
     */
    public static void main(String[] arguments) throws IOException {
        Path checkpoints = Path.of(arguments[0]);
        Path log = Path.of(arguments[1]);
        try (StandInHub hub = new StandInHub()) {
            hub.throttle(Long.parseLong(arguments[2]));
            HubContent repo = hub.repo(REPO).add(COMMIT, "", checkpoints.resolve("english"));
            for (String folder : new String[] {"multilingual", "typed-decisions"}) {
                repo.add(COMMIT, folder + "/", checkpoints.resolve(folder));
            }
            repo.add(COMMIT, "unneeded.safetensors", new byte[5_000_000]).point("main", COMMIT);
            hub.listen(exchange -> append(log, exchange.line()));
            System.out.println(hub.endpoint());
            while (System.in.read() >= 0) {
                // Waits until the script closes it.
            }
        }
    }

    private static synchronized void append(Path log, String line) {
        try {
            Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
