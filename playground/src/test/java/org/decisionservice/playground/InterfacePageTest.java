// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.decisionservice.api.JsonValue;
import org.decisionservice.api.StateCleaner;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.RequestRules;
import org.decisionservice.contract.request.StateCleaning;
import org.junit.jupiter.api.Test;

/** {@code docs/interface.md} says what the interface description says: neither may change without the other. */
class InterfacePageTest {
    private static final StateCleaner CLEANER = new StateCleaner() {
        @Override
        public String name() {
            return "email";
        }

        @Override
        public Cleaned clean(JsonValue state) {
            throw new UnsupportedOperationException("the description says what can be asked, and asks nothing");
        }
    };

    private final JsonNode description = new ObjectMapper()
            .readTree(InterfaceDescription.json(new InterfaceDescription.Described(
                    "",
                    WireOptions.DEFAULTS
                            .labels()
                            .explaining()
                            .with(new QuestionSources(
                                    Optional.of(QuestionSetFolder.open(
                                            Path.of("..", "conf", "question-sets"), RequestRules.DOCUMENT)),
                                    true))
                            .with(new StateCleaning(CLEANER, false)),
                    16,
                    Duration.ofSeconds(10),
                    Optional.empty(),
                    false)));
    private final String page = Files.readString(Path.of("..", "docs", "interface.md"));

    InterfacePageTest() throws IOException {}

    private String section(String title) {
        Matcher section = Pattern.compile("^## " + title + "$(.*?)(?=^## |\\z)", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(page);
        assertThat(section.find()).as("a section " + title).isTrue();
        return section.group(1);
    }

    private static Set<String> found(String text, String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Set<String> properties(String schema) {
        return members(schema, "properties");
    }

    private Set<String> members(String schema, String keyword) {
        return description.at("/components/schemas/" + schema + "/" + keyword).properties().stream()
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everyPathIsARoute() {
        Set<String> paths = description.get("paths").properties().stream()
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(found(section("Routes"), "^\\| `(?:GET|POST) (/health|/v1/question-sets|/v1/systemone(?:/batch)?)`"))
                .isEqualTo(paths);
    }

    @Test
    void everyMemberOfARequestIsNamed() {
        Set<String> members = properties("DecisionRequest");
        Set<String> hooks = members("DecisionRequest", "dependentSchemas");
        assertThat(found(section("Request"), "^\\| `([a-z_]+)` \\|")).isEqualTo(members);
        assertThat(section("Request"))
                .contains(hooks.stream().map(hook -> '`' + hook + '`').toList());
        assertThat(hooks).hasSize(5);
    }

    @Test
    void everyMemberOfUsageAndHealthIsNamed() {
        assertThat(found(section("Usage"), "`([a-z_]+)`")).containsAll(properties("Usage"));
        assertThat(found(section("Health"), "`([a-z_]+)`")).containsAll(properties("Health"));
    }

    @Test
    void everyStatusOfADecisionHasARow() {
        Set<String> statuses = new TreeSet<>();
        description.at("/paths/~1v1~1systemone/post/responses").fieldNames().forEachRemaining(statuses::add);
        statuses.remove("200");
        // Pages of other origins; docs/security.md has that one.
        statuses.remove("403");
        assertThat(found(section("Errors"), "^\\| (\\d{3}) \\|")).isEqualTo(statuses);
    }

    @Test
    void theLimitsAreThoseOfTheSchemas() {
        JsonNode schemas = description.at("/components/schemas");
        String limits = section("Limits");
        assertThat(limits)
                .contains("| questions | "
                        + schemas.at("/Questions/maxProperties").asInt() + " |")
                .contains("| options of a choice | "
                        + schemas.at("/OptionOrder/maxItems").asInt() + "; 255 with `SERVICE_TOURNAMENT_GROUP`")
                .contains("| levels of a score | "
                        + schemas.at("/ScoreQuestion/properties/criteria/maxItems")
                                .asInt() + " |")
                .contains(String.format(
                        Locale.ROOT, "(%,d)", schemas.at("/TokenWindow/maximum").asInt()));
        assertThat(found(schemas.get("BatchRequest").toString(), "\"maxItems\":(\\d+)"))
                .allSatisfy(states -> assertThat(limits).contains("| states of a batch | " + states + " |"));
    }
}
