package org.decisionservice.server;

import java.time.Duration;
import java.util.List;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.DecisionResponse;

/** What answers requests: routing, packing, the pass and decoding. Called from many threads at once. */
public interface DecisionService {

    /**
     * Answers {@code request}, waiting for the inference worker.
     *
     * @throws org.decisionservice.api.RefusedException where the client can mend the request; any other exception is a
     *     failure of ours and tells the client nothing
     */
    Outcome decide(DecisionRequest request);

    /** What {@code /health} calls the checkpoints that are served, resident or not. */
    List<String> checkpoints();

    /** A snapshot that waits for no inference. */
    Health health();

    /**
     * The answers about every state of a request.
     *
     * @param responses one per state, in the order of the request
     * @param timings where the time went
     */
    record Outcome(List<DecisionResponse> responses, Timings timings) {
        public Outcome {
            responses = List.copyOf(responses);
        }
    }

    /**
     * Where the time of a request went.
     *
     * @param packing routing, tokens and rows, on the request's own thread
     * @param waited time until the worker was free
     * @param inference time from taking the worker to the last answer, a load included
     */
    record Timings(Duration packing, Duration waited, Duration inference) {}
}
