package org.decisionservice.server.http;

import java.util.List;
import org.decisionservice.api.DecisionResponse;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.HttpOptions;

/** The way of {@code POST /v1/systemone} from the bytes of a body to the bytes of its answer, without HTTP. */
public final class SingleRequest {
    private final DecisionService service;
    private final RequestReader reader;
    private final ResponseWriter writer;
    private final TruncationLog truncation;

    public SingleRequest(DecisionService service, HttpOptions options) {
        this.service = service;
        Dialect dialect = Dialect.of(options.contract());
        this.reader = new RequestReader(options.maxTokenBudget(), dialect.rules());
        this.writer = new ResponseWriter(options.headName(), dialect.projection());
        this.truncation = new TruncationLog(dialect.logsTruncation());
    }

    /**
     * Answers a JSON request.
     *
     * @throws org.decisionservice.api.RefusedException where the request has to change
     */
    public byte[] answer(byte[] body) {
        if (body.length > Limits.BODY_BYTES) {
            throw Limits.bodyTooLarge();
        }
        List<DecisionResponse> responses =
                service.begin(() -> reader.single(body)).await().responses();
        truncation.record("once", responses);
        return writer.single(responses);
    }
}
