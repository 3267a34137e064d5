// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HttpException;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.contract.response.ModelsWriter;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.AgentProtocol;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.HealthWriter;
import org.decisionservice.server.access.ApiKeys;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.transport.BodyReader;

/** The routes of the public port. */
public final class HttpRoutes {
    private static final System.Logger LOG = System.getLogger(HttpRoutes.class.getName());
    private static final String HEALTH = "/health";

    private final HttpRouting.Builder routing;
    private final Cors cors;
    private final ErrorMapping errors;
    private final GuardedHandler.Guard guard;

    private HttpRoutes(HttpRouting.Builder routing, Cors cors, GuardedHandler.Guard guard) {
        this.routing = routing;
        this.cors = cors;
        this.errors = guard.errors();
        this.guard = guard;
    }

    /**
     * Adds to {@code routing} the routes, the filters that every request passes on its way to them, and the error form
     * for every other path. The listener that serves them must be set up by {@link HttpListener#configure}.
     *
     * @param agents the protocol of agents, if they are served
     * @param learning learns from the labels of the playground, if it may
     */
    public static void routing(
            HttpRouting.Builder routing,
            DecisionService service,
            HttpOptions options,
            Optional<ApiKeys> keys,
            Admission admission,
            RequestWatch watch,
            Optional<AgentProtocol> agents,
            Optional<LearnRoute> learning) {
        Dialect dialect = Dialect.of(options.wire());
        ErrorMapping errors = new ErrorMapping(options, dialect);
        BodyReader bodies = new BodyReader(
                options.patience().bodyReadTimeout(), options.patience().leastRate());
        Cors cors = new Cors(Envelope.requestIds(dialect), options.wire());
        Decorators.of(options, dialect, cors, errors, watch).forEach(routing::addFilter);
        HttpRoutes routes = new HttpRoutes(
                routing,
                cors,
                new GuardedHandler.Guard(
                        new Authentication(keys), admission, options.patience().requestTimeout(), errors, watch));
        routes.open(
                HEALTH, (request, response) -> Reply.send(request, response, Status.OK_200, health(service, options)));
        routes.decisions(service, bodies, options.wire());
        agents.ifPresent(protocol -> routes.agents(protocol, service, bodies, options));
        routes.lists(service, dialect, options.wire().sources().sets());
        if (options.pages()) {
            routes.pages(bodies, options, new ThresholdRoute(service, options.wire()));
        }
        learning.ifPresent(route -> routes.learning(bodies, route));
        routes.addErrors();
    }

    private DecisionHandler decision(
            DecisionRoute route, DecisionService service, BodyReader bodies, WireOptions wire) {
        return new DecisionHandler(service, bodies, guard.admission(), DecisionFormat.of(route, service.names(), wire));
    }

    private void agents(AgentProtocol protocol, DecisionService service, BodyReader bodies, HttpOptions options) {
        Map<DecisionRoute, DecisionHandler> decisions = new EnumMap<>(DecisionRoute.class);
        for (DecisionRoute route : List.of(DecisionRoute.SINGLE, DecisionRoute.BATCH)) {
            decisions.put(route, decision(route, service, bodies, options.wire()));
        }
        add(
                GuardedRoute.MCP,
                new AgentHandler(protocol, bodies, guard.admission(), decisions, () -> health(service, options)));
    }

    private void decisions(DecisionService service, BodyReader bodies, WireOptions wire) {
        Function<DecisionRoute, Handler> handler =
                route -> guarded(GuardedRoute.of(route), decision(route, service, bodies, wire));
        for (DecisionRoute route : List.of(DecisionRoute.SINGLE, DecisionRoute.BATCH)) {
            add(Method.POST, route.path(), handler.apply(route));
        }
        if (wire.plans()) {
            add(
                    GuardedRoute.PLAN,
                    decision(DecisionRoute.SINGLE, service, bodies, wire).planning());
        }
        if (wire.guardrail()) {
            add(Method.POST, DecisionRoute.GUARDRAIL.path(), handler.apply(DecisionRoute.GUARDRAIL));
        }
        if (!wire.decisions().isEmpty()) {
            Map<DecisionRoute, Handler> handlers = new EnumMap<>(DecisionRoute.class);
            wire.decisions().forEach(route -> handlers.put(route, handler.apply(route)));
            otherDecisions(handlers, wire.decisions());
        }
    }

    /** The routes of OpenAI's and Google's APIs, whose clients both ask at OpenAI's path. */
    private void otherDecisions(Map<DecisionRoute, Handler> handlers, Set<DecisionRoute> configured) {
        Stream.concat(Stream.of(DecisionRoute.DECISIONS), configured.stream())
                .flatMap(route -> route.paths().stream())
                .distinct()
                .forEach(path -> add(
                        Method.POST,
                        path,
                        (request, response) -> DecisionRoute.at(
                                        path, configured, Authentication.hasGoogleKey(request.headers()))
                                .map(handlers::get)
                                .orElseThrow()
                                .handle(request, response)));
    }

    private void lists(DecisionService service, Dialect dialect, Optional<QuestionSetFolder> sets) {
        ModelList models = new ModelList(new ModelsWriter(service.checkpoints(), Release.DATE));
        if (dialect.listsModels()) {
            add(GuardedRoute.MODELS, models.list(dialect.decisions()));
        }
        if (dialect.decisions()) {
            add(GuardedRoute.MODEL, models.one());
        }
        sets.ifPresent(folder ->
                add(GuardedRoute.QUESTION_SETS, exchange -> Reply.later(exchange, Status.OK_200, folder.listing())));
    }

    private void pages(BodyReader bodies, HttpOptions options, ThresholdRoute threshold) {
        Pages.files().forEach(this::open);
        Supplier<byte[]> description = Pages.description(options);
        add(GuardedRoute.DESCRIPTION, exchange -> Reply.later(exchange, Status.OK_200, description.get()));
        add(
                GuardedRoute.THRESHOLD,
                exchange -> Reply.later(
                        exchange,
                        Status.OK_200,
                        threshold.answer(bodies, exchange.request(), exchange.response(), exchange.patience())));
        routing.get(
                "/",
                Pages.front(options, (request, response) -> errors.refused(request, response, Status.NOT_FOUND_404)));
    }

    private void learning(BodyReader bodies, LearnRoute learning) {
        add(
                GuardedRoute.LEARN,
                exchange -> Reply.later(
                        exchange,
                        Status.OK_200,
                        learning.answer(
                                bodies,
                                exchange.request(),
                                exchange.response(),
                                exchange.patience(),
                                bytes -> ArrivedRequest.hold(
                                        bytes, exchange.slot().memory(), guard.admission(), exchange.patience()))));
    }

    /** Adds a route that needs no key and is not counted; docs/security.md says what bounds it. */
    private void open(String path, Handler handler) {
        add(Method.GET, path, handler);
    }

    private void add(GuardedRoute route, GuardedHandler.Work work) {
        add(Method.create(route.method()), route.path(), guarded(route, work));
    }

    private GuardedHandler guarded(GuardedRoute route, GuardedHandler.Work work) {
        return new GuardedHandler(guard, route, work);
    }

    private void add(Method method, String path, Handler handler) {
        routing.route(method, path, handler);
        routing.any(path, (request, response) -> {
            if (method.equals(Method.POST) && Cors.isPreflight(request, response)) {
                cors.answerPreflight(response);
            } else {
                errors.methodNotAllowed(request, response, method);
            }
        });
    }

    private void addErrors() {
        routing.error(RefusedException.class, (request, response, e) -> errors.refuse(request, response, e.refusal()));
        routing.error(HttpException.class, (request, response, e) -> errors.refused(request, response, e.status()));
        routing.error(Throwable.class, (request, response, e) -> {
            Fatal.check(e);
            LOG.log(System.Logger.Level.ERROR, "request " + Quote.field(Envelope.requestId(response)) + " failed", e);
            errors.refuse(request, response, ErrorMapping.FAILED);
        });
    }

    /** If a key is set, the answer says only that the process is running. */
    private static byte[] health(DecisionService service, HttpOptions options) {
        return options.open() ? HealthWriter.full(service.health()) : HealthWriter.statusOnly();
    }
}
