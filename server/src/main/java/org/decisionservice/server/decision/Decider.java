package org.decisionservice.server.decision;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.Health;
import org.decisionservice.server.checkpoints.ServedCheckpoint;
import org.decisionservice.server.worker.InferenceWorker;
import org.decisionservice.server.worker.Inferred;

/** Answers requests: route, share out, pack, compute, decode. Safe for any number of threads. */
public final class Decider implements DecisionService {
    private final Destinations destinations;
    private final InferenceWorker worker;
    private final Packing limits;
    private final LongSupplier nanoTime;

    /**
     * @param limits how requests are packed
     * @param nanoTime as {@link System#nanoTime()}
     */
    public Decider(Destinations destinations, InferenceWorker worker, Packing limits, LongSupplier nanoTime) {
        this.destinations = destinations;
        this.worker = worker;
        this.limits = limits;
        this.nanoTime = nanoTime;
    }

    @Override
    public Outcome decide(DecisionRequest request) {
        long started = nanoTime.getAsLong();
        List<Destination> routed = request.states().stream()
                .map(state -> destinations.of(state, request.questions().keySet(), request.controls()))
                .toList();
        Map<ServedCheckpoint, List<Integer>> statesOf = new LinkedHashMap<>();
        for (int state = 0; state < routed.size(); state++) {
            statesOf.computeIfAbsent(routed.get(state).checkpoint(), _ -> new ArrayList<>())
                    .add(state);
        }
        List<Share> shares = new ArrayList<>(statesOf.size());
        statesOf.forEach((checkpoint, states) -> shares.add(new Share(checkpoint, request, states, limits)));

        Duration packing = Duration.ofNanos(nanoTime.getAsLong() - started);
        Inferred inferred = worker.infer(shares.stream().map(Share::work).toList());

        DecisionResponse[] responses = new DecisionResponse[routed.size()];
        int share = 0;
        for (List<Integer> states : statesOf.values()) {
            for (int i = 0; i < states.size(); i++) {
                responses[states.get(i)] = new DecisionResponse(
                        shares.get(share).answers(i, inferred.logits().get(share)),
                        shares.get(share).usage(i),
                        routed.get(states.get(i)).routing());
            }
            share++;
        }
        return new Outcome(Arrays.asList(responses), new Timings(packing, inferred.waited(), inferred.inference()));
    }

    @Override
    public List<String> checkpoints() {
        return destinations.checkpoints();
    }

    @Override
    public Health health() {
        return worker.health();
    }
}
