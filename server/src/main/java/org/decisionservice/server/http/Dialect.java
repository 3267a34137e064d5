package org.decisionservice.server.http;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.util.List;
import org.decisionservice.server.Contract;

/**
 * Everything in which contracts differ on the wire, in one place.
 *
 * @param rules what a request may hold
 * @param projection which members answers have
 * @param errors what errors look like
 * @param requestIds the headers that carry the id of an exchange back
 * @param logsTruncation whether only the log says that a state was cut
 * @param listsModels whether there is {@code GET /v1/models}
 */
record Dialect(
        RequestRules rules,
        Projection projection,
        ErrorForm errors,
        List<HeaderName> requestIds,
        boolean logsTruncation,
        boolean listsModels) {
    private static final HeaderName UPSTREAM_REQUEST_ID = HeaderNames.create("x-typesafe-request-id");

    Dialect {
        requestIds = List.copyOf(requestIds);
    }

    /** The routes, for whoever asked for another. */
    String routes() {
        return "GET /health, " + (listsModels ? "GET /v1/models, " : "")
                + "POST /v1/systemone and POST /v1/systemone/batch";
    }

    static Dialect of(Contract contract) {
        return switch (contract) {
            case DOCUMENT ->
                new Dialect(
                        RequestRules.DOCUMENT,
                        new DocumentProjection(),
                        new TextErrors(),
                        List.of(RequestIds.NAME),
                        false,
                        false);
            case STRICT ->
                new Dialect(
                        RequestRules.DOCUMENT,
                        new StrictProjection(),
                        new TextErrors(),
                        List.of(RequestIds.NAME),
                        true,
                        false);
            case FULL ->
                new Dialect(
                        RequestRules.CONTRACT,
                        new ContractProjection(),
                        new TypedErrors(),
                        List.of(RequestIds.NAME, UPSTREAM_REQUEST_ID),
                        false,
                        true);
        };
    }
}
