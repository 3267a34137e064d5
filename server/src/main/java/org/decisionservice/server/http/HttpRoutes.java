// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.HttpException;
import io.helidon.http.Method;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.response.ModelsWriter;
import org.decisionservice.core.text.Quote;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.HealthWriter;
import org.decisionservice.playground.Playground;
import org.decisionservice.server.access.ApiKeys;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.observe.RequestWatch;
import org.decisionservice.server.pages.Pages;
import org.decisionservice.server.pages.ThresholdRoute;
import org.decisionservice.server.transport.BodyReader;

/** The routes of the public port. */
public final class HttpRoutes {
    private static final System.Logger LOG = System.getLogger(HttpRoutes.class.getName());
    private static final String HEALTH = "/health";

    private final HttpRouting.Builder routing;
    private final ErrorMapping errors;

    private HttpRoutes(HttpRouting.Builder routing, ErrorMapping errors) {
        this.routing = routing;
        this.errors = errors;
    }

    /**
     * Adds to {@code routing} the routes, the filters that every request passes on its way to them, and the error form
     * for every other path. The listener that serves them must be set up by {@link HttpListener#configure}.
     */
    public static void routing(
            HttpRouting.Builder routing,
            DecisionService service,
            HttpOptions options,
            Optional<ApiKeys> keys,
            Admission admission,
            RequestWatch watch) {
        Dialect dialect = Dialect.of(options.wire());
        ErrorMapping errors = new ErrorMapping(options, dialect);
        Authentication authentication = new Authentication(keys);
        DecisionHandler.Parts parts = new DecisionHandler.Parts(
                service,
                authentication,
                admission,
                new BodyReader(
                        options.patience().bodyReadTimeout(), options.patience().leastRate()),
                options.patience().requestTimeout(),
                errors,
                watch);
        Decorators.of(options, dialect, errors, watch).forEach(routing::addFilter);
        HttpRoutes routes = new HttpRoutes(routing, errors);
        routes.add(Method.GET, HEALTH, health(service, options));
        routes.decisions(parts, DecisionRoute.SINGLE, options.wire());
        routes.decisions(parts, DecisionRoute.BATCH, options.wire());
        ModelList models = new ModelList(new ModelsWriter(service.checkpoints(), Release.DATE), authentication, errors);
        if (dialect.listsModels()) {
            routes.add(Method.GET, ModelList.PATH, models.list(dialect.decisions()));
        }
        if (dialect.decisions()) {
            routes.add(Method.GET, ModelList.ONE, models.one());
        }
        options.wire()
                .sources()
                .sets()
                .ifPresent(sets -> routes.add(
                        Method.GET,
                        Dialect.QUESTION_SETS,
                        routes.answered(guarded(
                                authentication,
                                (request, response) -> Reply.send(request, response, Status.OK_200, sets.listing())))));
        routes.otherDecisions(parts, options.wire());
        if (options.pages()) {
            Pages.of(options)
                    .forEach((path, page) -> routes.add(
                            Method.GET, path, path.equals(Pages.DOCUMENT) ? guarded(authentication, page) : page));
            routes.add(
                    Method.POST,
                    Playground.THRESHOLD_PATH,
                    routes.answered(
                            guarded(authentication, new ThresholdRoute(admission, parts.bodies(), errors.busy()))));
            routing.get(
                    "/",
                    Pages.front(
                            options, (request, response) -> errors.refused(request, response, Status.NOT_FOUND_404)));
        }
        routes.addErrors();
    }

    private void decisions(DecisionHandler.Parts parts, DecisionRoute route, WireOptions wire) {
        add(Method.POST, route.path(), handler(parts, route, wire));
    }

    private static DecisionHandler handler(DecisionHandler.Parts parts, DecisionRoute route, WireOptions wire) {
        return new DecisionHandler(
                parts, route, DecisionFormat.of(route, parts.service().names(), wire));
    }

    /** The routes of OpenAI's and Google's APIs, whose clients both ask at OpenAI's path. */
    private void otherDecisions(DecisionHandler.Parts parts, WireOptions wire) {
        if (wire.decisions().isEmpty()) {
            return;
        }
        Map<DecisionRoute, DecisionHandler> handlers = new EnumMap<>(DecisionRoute.class);
        wire.decisions().forEach(route -> handlers.put(route, handler(parts, route, wire)));
        Stream.concat(Stream.of(DecisionRoute.DECISIONS), wire.decisions().stream())
                .flatMap(route -> route.paths().stream())
                .distinct()
                .forEach(path -> add(
                        Method.POST,
                        path,
                        (request, response) -> DecisionRoute.at(
                                        path, wire.decisions(), Authentication.hasGoogleKey(request.headers()))
                                .map(handlers::get)
                                .orElseThrow()
                                .handle(request, response)));
    }

    private void add(Method method, String path, Handler handler) {
        routing.route(method, path, handler);
        routing.any(path, (request, response) -> errors.methodNotAllowed(request, response, method));
    }

    private static Handler guarded(Authentication authentication, Handler page) {
        return (request, response) -> {
            if (!authentication.admits(request)) {
                throw new RefusedException(ErrorMapping.UNAUTHORIZED);
            }
            page.handle(request, response);
        };
    }

    /** Answers a refusal here: one that Helidon handles closes the connection. */
    private Handler answered(Handler handler) {
        return (request, response) -> {
            try {
                handler.handle(request, response);
            } catch (RefusedException e) {
                errors.refuse(request, response, e.refusal());
            }
        };
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
    private static Handler health(DecisionService service, HttpOptions options) {
        boolean open = options.open();
        return (request, response) -> Reply.send(
                request,
                response,
                Status.OK_200,
                open ? HealthWriter.full(service.health()) : HealthWriter.statusOnly());
    }
}
