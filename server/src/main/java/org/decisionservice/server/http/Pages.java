// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import io.helidon.common.media.type.MediaType;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.Handler;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.decisionservice.playground.InterfaceDescription;
import org.decisionservice.playground.Playground;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.transport.Beside;
import org.decisionservice.server.transport.Sending;
import org.jspecify.annotations.Nullable;

/** The pages of the service. What one of them holds is made on its first request, once. */
public final class Pages {
    private static final String PAGE = "/docs";
    private static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");

    /** The page contains its own script and style and loads nothing from elsewhere. */
    private static final String PAGE_POLICY =
            "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private Pages() {}

    /**
     * The handler of {@code GET} for each path of the page about the interface and of the playground: files that hold
     * nothing of the deployment.
     */
    public static Map<String, Handler> files() {
        Map<String, Handler> pages = new LinkedHashMap<>();
        pages.put(
                PAGE, serve(MediaTypes.TEXT_HTML, PAGE_POLICY, new Once(() -> InterfaceDescription.file("docs.html"))));
        for (Playground.PageFile file : Playground.files()) {
            pages.put(file.path(), serve(MediaTypes.create(file.type()), Playground.POLICY, new Once(file::read)));
        }
        return pages;
    }

    /** The description of the interface, as JSON. */
    public static Supplier<byte[]> description(HttpOptions options) {
        return new Once(() -> Beside.compute("description", () -> InterfaceDescription.json(described(options))));
    }

    private static InterfaceDescription.Described described(HttpOptions options) {
        return new InterfaceDescription.Described(
                options.rootPath(),
                options.wire(),
                options.admitting().maxConcurrent(),
                options.patience().bodyReadTimeout(),
                options.patience().requestTimeout(),
                options.learns());
    }

    /** Sends a browser from the root of the service to the playground, and everybody else to {@code otherwise}. */
    public static Handler front(HttpOptions options, Handler otherwise) {
        return (request, response) -> {
            boolean browser = request.headers().values(HeaderNames.ACCEPT).stream()
                    .anyMatch(accepted -> accepted.contains("text/html"));
            if (browser) {
                response.status(Status.SEE_OTHER_303)
                        .header(HeaderNames.LOCATION, options.rootPath() + Playground.PATH)
                        .header(HeaderNames.VARY, HeaderNames.ACCEPT_NAME)
                        .send();
            } else {
                otherwise.handle(request, response);
            }
        };
    }

    /** Makes its value on the first call; whoever calls meanwhile waits for it. */
    private static final class Once implements Supplier<byte[]> {
        private final Supplier<byte[]> maker;
        private byte @Nullable [] value;

        Once(Supplier<byte[]> maker) {
            this.maker = maker;
        }

        @Override
        public synchronized byte[] get() {
            byte[] made = value;
            if (made == null) {
                made = maker.get();
                value = made;
            }
            return made;
        }
    }

    private static Handler serve(MediaType type, String policy, Supplier<byte[]> content) {
        return (request, response) -> {
            response.headers().contentType(type);
            response.header(POLICY, policy);
            Sending.send(response, content.get());
        };
    }
}
