// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.testing.Testdata;

/**
 * Fuzzes the service, started in this process on the tiny checkpoints, with a given number of messages, and watches the
 * resources of the process. Arguments: number of messages, seed, directory of the distribution, and {@code all} to turn
 * everything on that is off by default.
 */
public final class FuzzMain {
    private static final int STAGES = 10;

    /**
     * By this stage everything that is kept has been allocated, including the engine's memory for the largest batches.
     */
    private static final int SETTLED_STAGE = STAGES / 2;

    private FuzzMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        long messages = Long.parseLong(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        Path distribution = Path.of(arguments[2]);
        Corpus corpus = Corpus.read(Testdata.recording());
        boolean all = arguments.length > 3 && arguments[3].equals("all");
        Mutator mutator = new Mutator(all ? corpus.withOptional() : corpus, seed);
        Map<String, String> settings = all
                ? OptionalRequests.settings("onnx", Files.createDirectories(distribution.resolve("fuzz")))
                : Map.of("SERVICE_ENGINE", "onnx", "SERVICE_DECISIONS", "openai,gemini");
        System.exit(fuzz(messages, mutator, settings, distribution) ? 0 : 1);
    }

    private static boolean fuzz(long messages, Mutator mutator, Map<String, String> settings, Path distribution)
            throws InterruptedException {
        try (RunningService service = RunningService.start(settings, distribution)) {
            Campaign campaign = new Campaign(service.port(), mutator);
            Footprint settled = Footprint.now();
            Footprint last = settled;
            for (int stage = 1; stage <= STAGES; stage++) {
                campaign.run(messages * stage / STAGES - messages * (stage - 1) / STAGES);
                last = Footprint.now();
                settled = stage <= SETTLED_STAGE ? last : settled;
                System.out.println(campaign + "; " + last);
            }
            List<String> growth = last.growthSince(settled);
            campaign.failures().forEach(System.out::println);
            growth.forEach(System.out::println);
            return campaign.failures().isEmpty() && growth.isEmpty();
        }
    }
}
