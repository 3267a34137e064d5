// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.checkpoints.CheckpointCatalogue;
import org.decisionservice.host.engines.Placements;
import org.decisionservice.host.residency.ServedPrecision;
import org.decisionservice.server.access.BindHost;
import org.decisionservice.server.config.Settings;

/** The lines that are printed when the service starts. */
final class Banner {
    private static final String TRY = """
            {"state": "I was charged twice this month, I want my money back", "questions": {\
            "queue": {"type": "choice", "instructions": "Which team should handle this?", \
            "criteria": {"billing": "charges and refunds", "tech": "errors and login", "other": "everything else"}}, \
            "refund": {"type": "noul", "instructions": "The customer asks for money back."}}}""";

    private Banner() {}

    static String text(
            Settings settings,
            CheckpointCatalogue catalogue,
            Placements placements,
            Map<String, ServedPrecision> served,
            int port,
            OptionalInt adminPort) {
        boolean open = settings.http().open();
        String url = "http://" + BindHost.inUrl(settings.listen().host()) + ":" + port;
        return String.format(
                Locale.ROOT,
                """
                Decision Service on %s (bound to %s)
                  checkpoints  %s
                  loading      %s
                  engine       %s, %s
                  access       %s%s
                %sTry it:
                  curl -s %s/v1/systemone %s-d '%s'""",
                url,
                settings.listen().host(),
                checkpoints(settings, catalogue),
                loading(settings.host().checkpoints().loading()),
                placements.with(devices(served)),
                threads(settings.host().compute()),
                access(settings),
                operators(settings, adminPort),
                settings.http().pages() ? "  playground   " + url + "/docs/try\n" : "",
                url,
                open ? "" : "-H \"Authorization: Bearer $SERVICE_API_KEY\" ",
                TRY);
    }

    private static Map<String, Device> devices(Map<String, ServedPrecision> served) {
        return served.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, each -> each.getValue().device()));
    }

    private static String access(Settings settings) {
        if (settings.http().keysFile().isPresent()) {
            return "bearer token, one of those in SERVICE_API_KEY_FILE";
        }
        if (!settings.http().open()) {
            return "bearer token";
        }
        return BindHost.isLoopback(settings.listen().host())
                ? "open to everybody on this machine, and to no other; SERVICE_HOST=0.0.0.0 opens it to others, with a"
                        + " key in SERVICE_API_KEY to those who have it"
                : "open to everybody who reaches this address; SERVICE_API_KEY closes it";
    }

    private static String checkpoints(Settings settings, CheckpointCatalogue catalogue) {
        HostSettings.Pins pins = settings.host().checkpoints().pins();
        if (!pins.places().isEmpty() || !pins.extra().isEmpty()) {
            return catalogue.all().stream()
                    .map(checkpoint -> checkpoint + " " + checkpoint.origin())
                    .collect(Collectors.joining(", "));
        }
        return switch (settings.host().checkpoints().source()) {
            case HostSettings.Starter() ->
                catalogue.served() + ": all three the bundled starter, a small English model for trying things out; it"
                        + " answers German, French and everything else too, without understanding it";
            case HostSettings.Published() ->
                catalogue.served() + " from the hub, " + settings.host().hub().endpoint();
            case HostSettings.Directory(var path) -> catalogue.served() + " from " + path;
            case HostSettings.Local one -> "local, which answers everything, from " + one.path();
        };
    }

    private static String loading(HostSettings.Loading loading) {
        String when = !loading.preload()
                ? "with the first request that needs one"
                : loading.models().isEmpty()
                        ? "done"
                        : "done for "
                                + loading.models().stream()
                                        .map(Object::toString)
                                        .collect(Collectors.joining(", "));
        return loading.idleUnload()
                .map(window -> when + "; unloaded after " + window.toMillis() / 1000.0 + " idle seconds")
                .orElse(when);
    }

    private static String operators(Settings settings, OptionalInt port) {
        return settings.admin()
                .map(admin -> "; operators http://" + BindHost.inUrl(admin.host()) + ":" + port.orElse(admin.port())
                        + (admin.password().isPresent() ? " with a password" : " without a password"))
                .orElse("");
    }

    private static String threads(HostSettings.Compute compute) {
        return compute.threads().isPresent()
                ? compute.threads().getAsInt() + (compute.threads().getAsInt() == 1 ? " thread" : " threads")
                : "the engine's default number of threads";
    }
}
