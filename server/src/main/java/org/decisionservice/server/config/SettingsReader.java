// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.contract.Contract;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.server.access.BindHost;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;

/** Reads {@link Settings} from the environment and the configuration file. Defaults are those of the shipped file. */
public final class SettingsReader {
    private static final long MIB = 1L << 20;

    private static final int LEAST_DRIFT_WINDOW = 10;
    private static final int DRIFT_WINDOW = 86_400;
    private static final int MOST_DRIFT_WINDOW = 604_800;

    private final Values values;
    private final Map<String, String> environment;
    private final ExtraModels extra;
    private final CheckpointNames names;

    private SettingsReader(Values values, Map<String, String> environment) {
        this.values = values;
        this.extra = ExtraModels.read(values);
        this.names = extra.names();
        this.environment = environment;
    }

    /**
     * Reads every setting; a variable takes precedence over the file.
     *
     * @param environment variables by name, and flags of the command line by theirs, which win; names that are no
     *     settings are ignored unless they are a slip of one
     * @param file YAML; a file that does not exist counts as empty
     * @throws ConfigurationException naming the first setting that cannot be used
     */
    public static Settings read(Map<String, String> environment, Path file) {
        FormerSetting.refuse(environment);
        UnknownVariables.refuseSlips(environment);
        return new SettingsReader(new Values(Sources.merge(environment, file)), environment).settings();
    }

    /**
     * The format of log lines, for a start that other settings may stop: text if this one cannot be read, and what the
     * variable says if the file cannot.
     */
    public static Settings.Log.Format logFormat(Map<String, String> environment, Path file) {
        try {
            return LogSettings.format(new Values(Sources.merge(environment, file)));
        } catch (ConfigurationException _) {
            return environment
                            .getOrDefault(Setting.LOG_FORMAT.variable(), "")
                            .strip()
                            .toLowerCase(Locale.ROOT)
                            .startsWith("json")
                    ? Settings.Log.Format.JSON
                    : Settings.Log.Format.TEXT;
        }
    }

    /** Says what can be written for a checkpoint. */
    static String names(CheckpointNames names) {
        return names.listed() + " or an alias such as ml";
    }

    private Settings settings() {
        HostSettings host = host();
        Optional<Settings.DecisionLog> decisions = LogSettings.decisions(values);
        Settings.Listen listen = new Settings.Listen(
                values.read(Setting.HOST, "an address", Optional::of)
                        .map(BindHost::withoutBrackets)
                        .orElseThrow(),
                values.whole(Setting.PORT, 0, 65535),
                values.seconds(Setting.DRAIN_S, true),
                values.seconds(Setting.SHUTDOWN_GRACE_S, true));
        HttpOptions http = http(host.checkpoints().labelled());
        refuseToTeachAnybody(listen, http);
        return new Settings(
                listen,
                new Settings.Connections(
                        values.limit(Setting.MAX_CONNECTIONS, 1, 1_000_000),
                        values.seconds(Setting.IDLE_CONNECTION_TIMEOUT, false)),
                admin(),
                http,
                host,
                clean(),
                values.limit(Setting.WAITING_MEMORY_MB, 1, 1_000_000),
                LogSettings.read(values),
                decisions,
                drift(),
                ShadowSettings.read(values, decisions, other -> new SettingsReader(other, environment).host()),
                values.read(
                                Setting.OTEL_EXPORTER_OTLP_ENDPOINT,
                                "the http or https address of a collector",
                                SettingsReader::collector)
                        .map(collector -> OpenTelemetry.export(collector, environment)),
                values.read(Setting.REQUEST_FILE, "the path of a file", Values::path));
    }

    private Settings.Clean clean() {
        return values.read(
                        Setting.CLEAN,
                        "none, request (requests may ask for it) or email (all states, unless a request says"
                                + " otherwise)",
                        text -> switch (text.toLowerCase(Locale.ROOT)) {
                            case "none" -> Optional.of(Settings.Clean.NONE);
                            case "request" -> Optional.of(Settings.Clean.REQUEST);
                            case "email" -> Optional.of(Settings.Clean.EMAIL);
                            default -> Optional.empty();
                        })
                .orElseThrow();
    }

    private HostSettings host() {
        HostSettings.Checkpoints checkpoints = CheckpointSettings.read(values, extra, pinned().isPresent());
        ByCheckpoint<String> engines = engines();
        PrecisionSettings precision = PrecisionSettings.read(values);
        return new HostSettings(
                new HostSettings.Routing(
                        values.read(Setting.DEFAULT_MODEL, names(names), names::find)
                                .orElseThrow(),
                        pinned(),
                        values.flag(Setting.AUTO_TASK)),
                checkpoints,
                HubSettings.read(values, environment),
                new HostSettings.Compute(
                        engines.others()
                                .orElseGet(() -> Setting.ENGINE.row().value().orElseThrow()),
                        engines.own(),
                        values.unless("auto", Setting.DEVICE, "cpu, cuda or cuda:N", Device::parse),
                        Threads.read(values, environment)
                                .map(threads -> OptionalInt.of(threads.used()))
                                .orElseGet(OptionalInt::empty),
                        precision.precision(),
                        precision.tolerance(),
                        values.whole(Setting.MAX_BATCH_TOKENS, 1, WireSettings.MOST_TOKENS),
                        values.flag(Setting.COALESCE),
                        cacheBytes(),
                        ChoiceSettings.read(values),
                        PreparedSettings.read(
                                values, environment, checkpoints.pins().digests())),
                values.flag(Setting.WINDOWS),
                WireSettings.contract(values) == Contract.FULL);
    }

    /** Half of the heap is for requests, and what else outlives one needs some of the rest. */
    private long cacheBytes() {
        int most = (int) (Runtime.getRuntime().maxMemory() / 4 / MIB);
        return MIB
                * values.read(
                                Setting.CACHE_MB,
                                "a whole number from 0 to " + most + ", a quarter of the heap, which -Xmx makes larger",
                                text -> Values.whole(text, 0, most))
                        .orElseThrow();
    }

    private static Optional<URI> collector(String text) {
        try {
            URI uri = new URI(text);
            return Optional.of(uri)
                    .filter(u -> u.getHost() != null && u.getUserInfo() == null && u.getQuery() == null)
                    .filter(u -> "http".equals(u.getScheme()) || "https".equals(u.getScheme()));
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }

    private Optional<Settings.Admin> admin() {
        values.refuseServiceLink(Setting.ADMIN_PORT);
        // It is read without a port too, so that a mistake in it is found.
        Optional<String> password = Secret.read(values, Setting.ADMIN_PASSWORD);
        Optional<Settings.Admin> admin = values.read(
                        Setting.ADMIN_PORT,
                        "a port from 0 to 65535, or one of another address than 127.0.0.1, such as 0.0.0.0:8081 or"
                                + " [::]:8081",
                        SettingsReader::admin)
                .map(open -> new Settings.Admin(open.host(), open.port(), password));
        admin.filter(open -> open.password().isEmpty() && !BindHost.isLoopback(open.host()))
                .ifPresent(open -> {
                    throw new ConfigurationException("SERVICE_ADMIN_PORT: " + Values.quoted(open.host())
                            + " can be reached from elsewhere; set SERVICE_ADMIN_PASSWORD or"
                            + " SERVICE_ADMIN_PASSWORD_FILE, or name the port alone, which is one of 127.0.0.1 then");
                });
        return admin;
    }

    /** Reads a port, and perhaps the address before it. An address that has colons itself is in brackets. */
    private static Optional<Settings.Admin> admin(String text) {
        int colon = text.lastIndexOf(':');
        String named = colon < 0 ? "127.0.0.1" : text.substring(0, colon);
        String host = BindHost.withoutBrackets(named);
        return Values.whole(text.substring(colon + 1), 0, 65535)
                .filter(_ -> !named.isBlank() && (!named.contains(":") || !host.equals(named)))
                .map(port -> new Settings.Admin(host, port, Optional.empty()));
    }

    private Optional<Settings.Drift> drift() {
        return values.read(
                Setting.DRIFT_BASELINE,
                "the path of a file without a comma, and perhaps a window in seconds, " + LEAST_DRIFT_WINDOW + " to "
                        + MOST_DRIFT_WINDOW + ", such as baseline.json,window=" + DRIFT_WINDOW,
                text -> ValueAndOption.of(text, "window")
                        .flatMap(both -> Values.path(both.value())
                                .flatMap(baseline -> both.option()
                                        .map(window -> Values.whole(window, LEAST_DRIFT_WINDOW, MOST_DRIFT_WINDOW))
                                        .orElse(Optional.of(DRIFT_WINDOW))
                                        .map(window -> new Settings.Drift(baseline, Duration.ofSeconds(window))))));
    }

    private HttpOptions http(boolean labelled) {
        Optional<Path> keys = Secret.object(values, Setting.API_KEY);
        if (keys.isPresent() && values.text(Setting.API_KEY).isPresent()) {
            throw new ConfigurationException("SERVICE_API_KEY_FILE: a file of keys with names cannot be used together"
                    + " with SERVICE_API_KEY; put that key into the file, or leave one of them unset");
        }
        Optional<String> key = keys.isPresent() ? Optional.empty() : Secret.read(values, Setting.API_KEY);
        return new HttpOptions(
                key,
                keys,
                values.read(Setting.ROOT_PATH, "a path that starts with / and has no ? or #", SettingsReader::rootPath)
                        .orElse(""),
                WireSettings.read(values, labelled),
                new HttpOptions.Admitting(
                        values.whole(Setting.MAX_CONCURRENT, 1, 100_000),
                        values.whole(Setting.MAX_PER_ADDRESS, 0, 100_000),
                        queue()),
                new HttpOptions.Patience(
                        values.seconds(Setting.BODY_READ_TIMEOUT, false),
                        Optional.of(values.seconds(Setting.REQUEST_TIMEOUT_S, true))
                                .filter(Duration::isPositive),
                        new LeastRate(values.whole(Setting.MIN_TRANSFER_RATE, 0, 1_000_000_000))),
                callers(),
                values.read(Setting.DOCS, "1, true, yes or on, 0, false, no or off, or learn", SettingsReader::docs)
                        .orElseThrow());
    }

    private static Optional<HttpOptions.Docs> docs(String text) {
        return text.equalsIgnoreCase("learn")
                ? Optional.of(HttpOptions.Docs.LEARN)
                : Values.truth(text).map(on -> on ? HttpOptions.Docs.ALWAYS : HttpOptions.Docs.WITHOUT_KEY);
    }

    /** Learning takes minutes of a processor, which nobody may take from elsewhere without a key. */
    private static void refuseToTeachAnybody(Settings.Listen listen, HttpOptions http) {
        if (http.learns() && http.open() && !BindHost.isLoopback(listen.host())) {
            throw new ConfigurationException("SERVICE_DOCS: learn lets whoever reaches " + Values.quoted(listen.host())
                    + " have this service learn, and there is no key; set SERVICE_API_KEY or SERVICE_API_KEY_FILE, or"
                    + " SERVICE_HOST=127.0.0.1");
        }
    }

    private Callers callers() {
        return new Callers(
                values.read(
                                Setting.ALLOWED_ORIGINS,
                                "a comma list of origins such as https://app.example.com or http://localhost:3000",
                                Callers::origins)
                        .orElseGet(Set::of),
                values.read(
                                Setting.ALLOWED_HOSTS,
                                "a comma list of host names without ports, such as decision-service or"
                                        + " .svc.cluster.local, or * for every name",
                                Callers::hosts)
                        .orElseGet(Set::of));
    }

    private Admission.Queue queue() {
        int most = values.whole(Setting.QUEUE_MAX, 0, 100_000);
        int millis = values.whole(Setting.QUEUE_TIMEOUT_MS, 1, 600_000);
        return most == 0 ? Admission.Queue.NONE : new Admission.Queue(most, Duration.ofMillis(millis));
    }

    private static Optional<String> rootPath(String text) {
        String path = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        return Optional.of(path).filter(p -> p.isEmpty() || p.matches("(/[^/?#\\s]+)+"));
    }

    private Optional<CheckpointName> pinned() {
        return values.unless("auto", Setting.MODEL, names(names), names::find);
    }

    private ByCheckpoint<String> engines() {
        return values.read(
                        Setting.ENGINE,
                        "an engine's name, or a comma list such as onnx,multilingual=pytorch, each checkpoint once",
                        text -> ByCheckpoint.of(text.toLowerCase(Locale.ROOT), names, Optional::of))
                .orElseThrow();
    }
}
