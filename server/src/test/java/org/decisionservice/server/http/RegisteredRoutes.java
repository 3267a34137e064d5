// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.http.Method;
import io.helidon.webserver.Router;
import io.helidon.webserver.Routing;
import io.helidon.webserver.WebServer;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.decisionservice.server.launch.Service;

/**
 * The routes that a running service has, such as {@code GET /health}, read from Helidon's own tables: it has no method
 * that lists them, and a list beside the registration would miss what was registered elsewhere.
 */
final class RegisteredRoutes {
    /** What the routes of the operator's port begin with. */
    static final String OPERATOR = "operator ";

    private static final List<Method> METHODS =
            List.of(Method.GET, Method.POST, Method.PUT, Method.PATCH, Method.DELETE, Method.OPTIONS, Method.TRACE);

    private final SortedSet<String> found = new TreeSet<>();

    private RegisteredRoutes() {}

    /** Method and path of every route of both ports that answers some methods and not the others. */
    static SortedSet<String> of(Service service) throws ReflectiveOperationException {
        RegisteredRoutes routes = new RegisteredRoutes();
        routes.collect((WebServer) get(service, "server"), "");
        Optional<?> operator = (Optional<?>) get(get(service, "operations"), "listener");
        if (operator.isPresent()) {
            routes.collect((WebServer) get(operator.get(), "server"), OPERATOR);
        }
        return routes.found;
    }

    private void collect(WebServer server, String port) throws ReflectiveOperationException {
        for (Object listener : ((Map<?, ?>) get(server, "listeners")).values()) {
            for (Routing routing : ((Router) get(listener, "router")).routings()) {
                collect(get(routing, "rootRoute"), port, "");
            }
        }
    }

    private void collect(Object route, String port, String prefix) throws ReflectiveOperationException {
        String path = prefix + path(route);
        if (has(route, "routes")) {
            for (Object inner : (List<?>) get(route, "routes")) {
                collect(inner, port, path);
            }
            return;
        }
        @SuppressWarnings("unchecked") // so declared
        Predicate<Method> accepts = (Predicate<Method>) get(route, "methodPredicate");
        List<Method> methods = METHODS.stream().filter(accepts).toList();
        // What refuses the other methods of a path is registered for all methods.
        if (!methods.equals(METHODS)) {
            String plain = path.replace("//", "/");
            String named = plain.length() > 1 && plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
            methods.forEach(method -> found.add(port + method.text() + " " + named));
        }
    }

    private static String path(Object route) throws ReflectiveOperationException {
        Object matcher = get(route, "pathMatcher");
        String name = has(matcher, "sourcePattern") ? "sourcePattern" : has(matcher, "path") ? "path" : "";
        return name.isEmpty() ? "" : String.valueOf(get(matcher, name));
    }

    private static boolean has(Object of, String name) {
        for (Field field : of.getClass().getDeclaredFields()) {
            if (field.getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static Object get(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
