package org.decisionservice.server.http;

import io.helidon.http.HttpException;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import org.decisionservice.api.RefusedException;
import org.decisionservice.server.DecisionService;
import org.decisionservice.server.Fatal;
import org.decisionservice.server.HttpOptions;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.observe.DecisionRoute;
import org.decisionservice.server.observe.RequestWatch;

/** The routes of the public port. */
public final class HttpRoutes {
    private static final System.Logger LOG = System.getLogger(HttpRoutes.class.getName());
    private static final String HEALTH = "/health";
    private static final String SINGLE = DecisionRoute.SINGLE.path();
    private static final String BATCH = DecisionRoute.BATCH.path();
    private static final String MODELS = "/v1/models";

    private HttpRoutes() {}

    /**
     * Adds the health and decision routes, request ids and the error form of every other path to {@code routing}. The
     * listener they are served on must be set up by {@link HttpListener#configure}.
     *
     * @param loopback whether the listener is for this machine only, so that every honest client calls it by an address
     *     or {@code localhost}
     */
    public static void routing(
            HttpRouting.Builder routing,
            DecisionService service,
            HttpOptions options,
            Admission admission,
            RequestWatch watch,
            boolean loopback) {
        Dialect dialect = Dialect.of(options.contract());
        ErrorMapping errors = new ErrorMapping(options.overloadStatus(), dialect);
        Authentication authentication = new Authentication(options.apiKey());
        DecisionHandler.Parts parts = new DecisionHandler.Parts(
                service,
                authentication,
                admission,
                new BodyReader(options.bodyReadTimeout()),
                options.requestTimeout(),
                new TruncationLog(dialect.logsTruncation()),
                errors,
                watch);
        RequestReader reader = new RequestReader(options.maxTokenBudget(), dialect.rules());
        ResponseWriter writer = new ResponseWriter(options.headName(), dialect.projection());

        routing.addFilter(new Envelope(dialect.requestIds()));
        // With a key set, a page that has it may come from anywhere, and one that has not learns nothing.
        if (options.apiKey().isEmpty()) {
            Cors cors = new Cors(dialect.requestIds());
            routing.addFilter(new OriginCheck(options.allowedOrigins(), loopback, cors, errors, watch));
        }
        routing.addFilter(new ExactPaths(errors));
        routing.get(HEALTH, health(service, options));
        routing.any(HEALTH, (request, response) -> errors.methodNotAllowed(request, response, Method.GET));
        routing.post(SINGLE, new DecisionHandler(parts, DecisionRoute.SINGLE, reader::single, writer::single));
        routing.any(SINGLE, (request, response) -> errors.methodNotAllowed(request, response, Method.POST));
        routing.post(BATCH, new DecisionHandler(parts, DecisionRoute.BATCH, reader::batch, writer::batch));
        routing.any(BATCH, (request, response) -> errors.methodNotAllowed(request, response, Method.POST));
        if (dialect.listsModels()) {
            routing.get(MODELS, new ModelList(service.checkpoints(), authentication, errors));
            routing.any(MODELS, (request, response) -> errors.methodNotAllowed(request, response, Method.GET));
        }
        // With a key set, neither is there.
        if (options.apiKey().isEmpty()) {
            DescriptionRoutes.routing(routing, options, errors);
        }
        routing.error(RefusedException.class, (request, response, e) -> errors.refuse(request, response, e.refusal()));
        routing.error(HttpException.class, (request, response, e) -> errors.refused(request, response, e.status()));
        routing.error(Throwable.class, (request, response, e) -> {
            Fatal.check(e);
            LOG.log(System.Logger.Level.ERROR, "request " + Envelope.requestId(response) + " failed", e);
            errors.refuse(request, response, ErrorMapping.FAILED);
        });
    }

    /** With a key set nobody learns more than that the process answers. */
    private static Handler health(DecisionService service, HttpOptions options) {
        boolean open = options.apiKey().isEmpty();
        return (request, response) -> Reply.send(
                request,
                response,
                Status.OK_200,
                open ? HealthWriter.full(service.health()) : HealthWriter.statusOnly());
    }
}
