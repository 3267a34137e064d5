// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.decisionservice.server.observe.GuardedRoute;
import org.decisionservice.server.testing.RunningService;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holds the tables of routes in docs/security.md against the routes that a whole service has: a route without a line,
 * or a line without a route, fails here.
 */
class RouteInventoryTest {
    private static final Path PAGE = Path.of("..", "docs", "security.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final String ALWAYS = "always";
    private static final Map<String, String> OPERATED = Map.of("SERVICE_ADMIN_PORT", "0");

    /** How the heads of the two tables begin, and a line of one. */
    private static final String PUBLIC_TABLE = "| route |";

    private static final String OPERATOR_TABLE = "| route of the operator's port |";
    private static final Pattern ROUTES = Pattern.compile("`(?:GET|POST) .*");

    @TempDir
    private Path dir;

    /** The values of settings that the tables name without one. */
    private final Map<String, String> values = new HashMap<>();

    @BeforeEach
    void write() throws Exception {
        values.put(
                "SERVICE_QUESTION_SETS", Path.of("..", "conf", "question-sets").toString());
        values.put(
                "SERVICE_API_KEY_FILE",
                NamedKeysTest.write(dir.resolve("keys.json")).toString());
    }

    /**
     * A line of a table.
     *
     * @param operator whether the routes are on the operator's port
     * @param routes method and path of each; a path may end with {@code *}
     * @param served when they are there
     * @param recorded how they are named in the log and in metrics
     */
    private record Line(boolean operator, List<String> routes, String served, String who, String recorded) {
        boolean names(String route) {
            return routes.stream().anyMatch(named -> matches(named, route));
        }

        boolean matches(String named, String route) {
            String whole = operator ? RegisteredRoutes.OPERATOR + named : named;
            return whole.endsWith("*") ? route.startsWith(whole.substring(0, whole.length() - 1)) : whole.equals(route);
        }
    }

    private static Stream<String> codes(String cell) {
        return CODE.matcher(cell).results().map(code -> code.group(1));
    }

    /** What switches the routes of a line on, each alone. */
    private List<Map<String, String>> settings(Line line) {
        return codes(line.served()).map(this::setting).toList();
    }

    private Map<String, String> setting(String written) {
        if (written.startsWith("SERVICE_GUARDRAIL=")) {
            Map<String, String> both = new HashMap<>(setting("SERVICE_QUESTION_SETS"));
            both.put("SERVICE_GUARDRAIL", written.substring(written.indexOf('=') + 1));
            return both;
        }
        int equals = written.indexOf('=');
        return equals < 0
                ? Map.of(written, Objects.requireNonNull(values.get(written), written))
                : Map.of(written.substring(0, equals), written.substring(equals + 1));
    }

    private static List<Line> lines() throws IOException {
        List<Line> lines = new ArrayList<>();
        boolean operator = false;
        for (String line : Files.readAllLines(PAGE)) {
            operator = line.startsWith(OPERATOR_TABLE) || (operator && !line.startsWith(PUBLIC_TABLE));
            List<String> cells =
                    Arrays.stream(line.split("\\|")).map(String::strip).toList();
            if (cells.size() == 7 && ROUTES.matcher(cells.get(1)).matches()) {
                lines.add(new Line(operator, codes(cells.get(1)).toList(), cells.get(2), cells.get(3), cells.get(6)));
            }
        }
        return lines;
    }

    private static SortedSet<String> registered(Map<String, String> settings) throws ReflectiveOperationException {
        try (RunningService service = RunningService.start(settings)) {
            return RegisteredRoutes.of(service.service());
        }
    }

    @Test
    void everyRouteHasOneLineThatSaysWhenItIsServed() throws Exception {
        List<Line> lines = lines();
        Map<String, String> all = new HashMap<>(OPERATED);
        lines.forEach(line -> settings(line).forEach(all::putAll));
        all.put("SERVICE_DECISIONS", "openai,gemini");
        all.put("SERVICE_DOCS", "learn");
        SortedSet<String> everything = registered(all);
        assertThat(everything)
                .hasSizeGreaterThan(60)
                .allSatisfy(route -> assertThat(lines)
                        .filteredOn(line -> line.names(route))
                        .as("lines of %s", route)
                        .hasSize(1));

        SortedSet<String> byDefault = registered(OPERATED);
        Map<Map<String, String>, SortedSet<String>> alone = new HashMap<>();
        for (Line line : lines) {
            for (String named : line.routes()) {
                assertThat(everything).as(named).anyMatch(route -> line.matches(named, route));
                assertThat(byDefault.stream().anyMatch(route -> line.matches(named, route)))
                        .as("whether %s is served by default", named)
                        .isEqualTo(line.served().startsWith(ALWAYS));
            }
            for (Map<String, String> setting : settings(line)) {
                if (!alone.containsKey(setting)) {
                    Map<String, String> operated = new HashMap<>(OPERATED);
                    operated.putAll(setting);
                    alone.put(setting, registered(operated));
                }
                assertThat(alone.get(setting)).as("routes with %s", setting).anyMatch(line::names);
            }
        }
    }

    @Test
    void whatNeedsTheKeyIsRecordedUnderTheNameThatThePageSays() throws IOException {
        List<Line> lines = lines().stream().filter(line -> !line.operator()).toList();
        for (Line line : lines) {
            List<String> named = Arrays.stream(GuardedRoute.values())
                    .filter(route -> line.names(route.method() + " " + route.path()))
                    .map(route -> "route=" + route.label())
                    .toList();
            assertThat(codes(line.recorded()))
                    .as("how %s are recorded", line.routes())
                    .containsExactlyElementsOf(named);
            assertThat(line.who().equals("whoever has the key"))
                    .as("whether %s need the key", line.routes())
                    .isEqualTo(!named.isEmpty());
        }
        assertThat(Arrays.stream(GuardedRoute.values()))
                .allSatisfy(
                        route -> assertThat(lines).anyMatch(line -> line.names(route.method() + " " + route.path())));
    }
}
