package org.decisionservice.server.fuzz;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.decisionservice.server.testing.RunningService;
import org.decisionservice.server.testing.Testdata;

/**
 * Fuzzes the service, started in this process on the tiny checkpoints, with as many messages as wanted and watches what
 * the process holds on to. Arguments: number of messages, seed, directory of the distribution.
 */
public final class FuzzMain {
    private static final int STAGES = 10;

    /** By then everything that is kept has been made, the engine's memory for the largest batches included. */
    private static final int SETTLED_STAGE = STAGES / 2;

    private static final long HEAP_GROWTH_BYTES = 8_000_000;

    private static final long RESIDENT_GROWTH_BYTES = 100_000_000;

    private FuzzMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        long messages = Long.parseLong(arguments[0]);
        long seed = Long.parseLong(arguments[1]);
        Path distribution = Path.of(arguments[2]);
        System.exit(fuzz(messages, new Mutator(Corpus.read(Testdata.recording()), seed), distribution) ? 0 : 1);
    }

    private static boolean fuzz(long messages, Mutator mutator, Path distribution) throws InterruptedException {
        try (RunningService service = RunningService.start(Map.of("SERVICE_ENGINE", "onnx"), distribution)) {
            Campaign campaign = new Campaign(service.port(), mutator);
            Footprint settled = Footprint.now();
            Footprint last = settled;
            for (int stage = 1; stage <= STAGES; stage++) {
                campaign.run(messages * stage / STAGES - messages * (stage - 1) / STAGES);
                last = Footprint.now();
                settled = stage <= SETTLED_STAGE ? last : settled;
                System.out.println(campaign + "; " + last);
            }
            List<String> growth = growth(settled, last);
            campaign.failures().forEach(System.out::println);
            growth.forEach(System.out::println);
            return campaign.failures().isEmpty() && growth.isEmpty();
        }
    }

    private static List<String> growth(Footprint before, Footprint after) {
        return List.of(
                        grown("heap bytes", before.heapBytes(), after.heapBytes(), HEAP_GROWTH_BYTES),
                        grown("threads", before.threads(), after.threads(), 8),
                        grown("open files", before.files(), after.files(), 8),
                        grown("resident bytes", before.residentBytes(), after.residentBytes(), RESIDENT_GROWTH_BYTES))
                .stream()
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static String grown(String what, long before, long after, long allowed) {
        return after - before > allowed ? "GROWTH: %s from %d to %d".formatted(what, before, after) : "";
    }
}
