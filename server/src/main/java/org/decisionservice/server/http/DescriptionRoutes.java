package org.decisionservice.server.http;

import io.helidon.common.media.type.MediaType;
import io.helidon.common.media.type.MediaTypes;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.HttpRouting;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The interface description at {@code /openapi.json} and {@code /docs}; made when it is first asked for. */
final class DescriptionRoutes {
    private static final String DOCUMENT = "/openapi.json";
    private static final String PAGE = "/docs";

    /** The page carries its own script and style and loads nothing from elsewhere. */
    private static final String PAGE_POLICY =
            "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'";

    private DescriptionRoutes() {}

    static void routing(HttpRouting.Builder routing, String rootPath, ErrorMapping errors) {
        routing.get(DOCUMENT, serve(MediaTypes.APPLICATION_JSON, new Once(() -> InterfaceDescription.json(rootPath))));
        routing.get(PAGE, serve(MediaTypes.TEXT_HTML, new Once(InterfaceDescription::page)));
        for (String path : new String[] {DOCUMENT, PAGE}) {
            routing.any(path, (request, response) -> errors.methodNotAllowed(request, response, Method.GET));
        }
    }

    /** Computes its value with the first call; two first calls at once may both compute it, to the same bytes. */
    private static final class Once implements Supplier<byte[]> {
        private final Supplier<byte[]> maker;
        private volatile byte @Nullable [] value;

        Once(Supplier<byte[]> maker) {
            this.maker = maker;
        }

        @Override
        public byte[] get() {
            byte[] made = value;
            if (made == null) {
                made = maker.get();
                value = made;
            }
            return made;
        }
    }

    private static Handler serve(MediaType type, Supplier<byte[]> content) {
        return (request, response) -> {
            response.headers().contentType(type);
            response.header(HeaderNames.create("Content-Security-Policy"), PAGE_POLICY);
            response.send(content.get());
        };
    }
}
