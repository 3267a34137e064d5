// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.server.launch.Main;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Every way to deploy the service passes every setting, so that none is lost without a word. */
class DeploymentSettingsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path NO_FILE = Path.of("there-is-no-such-file.yaml");
    private static final Pattern INTERPOLATED = Pattern.compile("\\$\\{([A-Z0-9_]+):-([^}]*)}");
    private static final Pattern IMAGE_VARIABLE = Pattern.compile("(?m)^(?:ENV)?\\s+([A-Z_]+)=(\\S+)");

    /** Not settings of the service: read by OpenMP's programs, by DJL, and by the container tools of a GPU. */
    private static final Set<String> OTHERS =
            Set.of(OpenMp.VARIABLE, "DJL_CACHE_DIR", "PYTORCH_LIBRARY_PATH", "NVIDIA_DRIVER_CAPABILITIES");

    /** Paths of the container, which the host's variables of these names do not change. */
    private static final Set<String> FIXED = Set.of("HF_HOME", "HF_HUB_CACHE");

    /** What the program prints without any variables, and with those of the image. */
    private static SequencedMap<String, String> printedAlone = new LinkedHashMap<>();

    private static SequencedMap<String, String> printedInImage = new LinkedHashMap<>();

    @BeforeAll
    static void print() throws Exception {
        printedAlone = printed(Map.of());
        printedInImage = printed(imageVariables());
    }

    static Stream<Map<String, String>> deployments() throws IOException {
        return Stream.of(compose(), quadlet(), kubernetes());
    }

    @ParameterizedTest
    @MethodSource("deployments")
    void aDeploymentNamesEverySettingAndNoOther(Map<String, String> named) {
        Set<String> settings = printedAlone.keySet();
        assertThat(variables()).containsAll(remaining(named.keySet()));
        // A secret is passed by the file that wins over it.
        Set<String> missing = settings.stream()
                .filter(name -> !named.containsKey(name))
                .filter(name -> named.getOrDefault(name + "_FILE", "").isBlank())
                .collect(Collectors.toSet());
        assertThat(missing).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("deployments")
    void namingASettingLeavesItsDefault(Map<String, String> named) throws Exception {
        Map<String, String> image = imageVariables();
        Map<String, String> environment = new HashMap<>(image);
        environment.putAll(named);
        // What these set on purpose, and secrets that are files of the container only.
        Set<String> chosen = named.entrySet().stream()
                .filter(entry -> !entry.getValue().isBlank())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        environment.keySet().removeIf(name -> name.endsWith("_FILE") || name.startsWith("SERVICE_ADMIN_"));
        SequencedMap<String, String> withImage = new LinkedHashMap<>(printedInImage);
        SequencedMap<String, String> withDeployment = printed(environment);
        withImage.keySet().removeAll(chosen);
        withDeployment.keySet().removeAll(chosen);
        assertThat(withDeployment).isEqualTo(withImage).isNotEmpty();
        assertThat(named).containsKeys("SERVICE_CHECKPOINTS", "SERVICE_PRELOAD", "HF_HOME");
        assertThat(named.get("HF_HOME")).isEqualTo(image.get("HF_HOME"));
    }

    @Test
    void composePassesWhatTheUserSetsUnderTheSameName() throws IOException {
        for (Map.Entry<String, String> variable :
                composeEnvironment("compose.yaml").entrySet()) {
            if (!FIXED.contains(variable.getKey())) {
                Matcher passed = INTERPOLATED.matcher(variable.getValue());
                assertThat(passed.matches()).as(variable.toString()).isTrue();
                assertThat(passed.group(1)).isEqualTo(variable.getKey());
            }
        }
        Map<String, String> keyed =
                interpolated(composeEnvironment("compose.yaml"), Map.of("SERVICE_API_KEY", "s3cret"));
        assertThat(SettingsReader.read(keyed, NO_FILE).http().apiKey()).contains("s3cret");
    }

    @Test
    void composeOverlaysSetOnlyVariablesOfTheBase() throws IOException {
        for (String file : List.of("compose.key.yaml", "compose.cuda.yaml")) {
            Set<String> known = composeEnvironment("compose.yaml").keySet();
            assertThat(known)
                    .as(file)
                    .containsAll(remaining(composeEnvironment(file).keySet()));
        }
    }

    /** Patches of the overlays win over the settings of the base, so they may set known names only. */
    @Test
    void everyVariableInKubernetesOverlaysIsASetting() throws IOException {
        Set<String> known = variables();
        for (String file : List.of("starter/deployment.yaml", "offline/deployment.yaml", "offline/warm.yaml")) {
            Matcher name = Pattern.compile("name: ((?:SERVICE|HF|OMP)_[A-Z0-9_]+)")
                    .matcher(text("deploy/kubernetes/overlays/" + file));
            while (name.find()) {
                assertThat(known).as(file).contains(name.group(1));
            }
        }
    }

    private static Set<String> variables() {
        return SettingsTable.rows().stream()
                .flatMap(row -> row.names().stream())
                .collect(Collectors.toSet());
    }

    private static Set<String> remaining(Set<String> names) {
        return names.stream().filter(name -> !OTHERS.contains(name)).collect(Collectors.toSet());
    }

    /** What the program prints for {@code --print-config}: the line of each setting, by its variable. */
    private static SequencedMap<String, String> printed(Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder program = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--print-config");
        program.environment().clear();
        program.environment().putAll(environment);
        Process running = program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        List<String> lines = running.inputReader().lines().toList();
        assertThat(running.waitFor()).as(String.join("\n", lines)).isZero();
        SequencedMap<String, String> byVariable = new LinkedHashMap<>();
        for (String line : lines) {
            Setting setting =
                    Setting.ofKey(line.substring(0, line.indexOf(' '))).orElseThrow();
            byVariable.put(setting.variable(), line);
        }
        return byVariable;
    }

    private static Map<String, String> imageVariables() throws IOException {
        Map<String, String> variables = new HashMap<>();
        Matcher variable = IMAGE_VARIABLE.matcher(text("Containerfile"));
        while (variable.find()) {
            variables.put(variable.group(1), variable.group(2));
        }
        assertThat(variables).containsEntry("SERVICE_CHECKPOINTS", "hub");
        return variables;
    }

    private static Map<String, String> compose() throws IOException {
        return interpolated(composeEnvironment("compose.yaml"), Map.of());
    }

    private static Map<String, String> interpolated(Map<String, String> environment, Map<String, String> host) {
        Map<String, String> values = new LinkedHashMap<>();
        environment.forEach((name, value) -> values.put(
                name,
                INTERPOLATED
                        .matcher(value)
                        .replaceAll(match -> Matcher.quoteReplacement(
                                Optional.ofNullable(host.get(match.group(1))).orElse(match.group(2))))));
        return values;
    }

    private static Map<String, String> composeEnvironment(String file) throws IOException {
        Map<?, ?> service = map(map(yaml(file), "services"), "decision-service");
        Map<String, String> environment = new LinkedHashMap<>();
        map(service, "environment").forEach((name, value) -> environment.put((String) name, String.valueOf(value)));
        return environment;
    }

    private static Map<String, String> quadlet() throws IOException {
        String unit = text("deploy/quadlet/decision-service.container");
        Matcher file = Pattern.compile("(?m)^EnvironmentFile=(.+)$").matcher(unit);
        assertThat(file.find()).isTrue();
        Map<String, String> variables = assignments("deploy/quadlet/" + file.group(1));
        Matcher own = Pattern.compile("(?m)^Environment=([A-Z_]+)=(.*)$").matcher(unit);
        while (own.find()) {
            variables.put(own.group(1), own.group(2));
        }
        return variables;
    }

    private static Map<String, String> kubernetes() throws IOException {
        Map<String, String> variables = assignments("deploy/kubernetes/base/settings.env");
        Map<?, ?> pod = map(map(map(yaml("deploy/kubernetes/base/deployment.yaml"), "spec"), "template"), "spec");
        Map<?, ?> container = (Map<?, ?>) list(pod, "containers").getFirst();
        assertThat(list(container, "envFrom").toString()).contains("configMapRef={name=decision-service-settings}");
        for (Object item : list(container, "env")) {
            Object value = ((Map<?, ?>) item).get("value");
            assertThat(variables.put((String) ((Map<?, ?>) item).get("name"), value == null ? "" : (String) value))
                    .as("env wins over settings.env: " + item)
                    .isNull();
        }
        assertThat(text("deploy/kubernetes/base/kustomization.yaml")).contains("- settings.env");
        return variables;
    }

    private static Map<String, String> assignments(String file) throws IOException {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String line : Files.readAllLines(ROOT.resolve(file))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split("=", 2);
                assertThat(variables.put(parts[0], parts[1])).as(line).isNull();
            }
        }
        return variables;
    }

    private static String text(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static Map<?, ?> yaml(String file) throws IOException {
        return new Yaml(new SafeConstructor(new LoaderOptions())).load(text(file));
    }

    private static Map<?, ?> map(Map<?, ?> parent, String key) {
        return (Map<?, ?>) Objects.requireNonNull(parent.get(key), key);
    }

    private static List<?> list(Map<?, ?> parent, String key) {
        return (List<?>) Objects.requireNonNull(parent.get(key), key);
    }
}
