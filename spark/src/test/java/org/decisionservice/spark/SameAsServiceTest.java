// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.DecisionRequest;
import org.decisionservice.api.Question;
import org.decisionservice.api.State;
import org.decisionservice.contract.ParsedRequest;
import org.decisionservice.contract.fitted.LearnedFile;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.core.checkpoint.CheckpointReader;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.core.learning.Features;
import org.decisionservice.core.learning.LearnedQuestion;
import org.decisionservice.core.learning.LearnedStates;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.core.rounds.Narrowing;
import org.decisionservice.core.text.OptionTexts;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.Patience;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.hub.Hub;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job answers as the service does, to the last digit, whatever the service can be told about how to ask. */
class SameAsServiceTest {
    private static final List<String> STATES = List.of(
            "I was charged twice, please refund me.",
            "Guten Tag, meine Rechnung ist falsch und ich möchte mein Geld zurück haben.",
            "The app crashes when I log in. " + "It did so yesterday, too. ".repeat(60));

    private static final String PLAIN = """
        {"team": {"type": "choice", "instructions": "Which team?", "criteria": ["tech", "billing", "other"]},
         "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "mid", "high"]},
         "angry": {"type": "noul", "instructions": "The customer is angry."}}\
        """;

    /** Only what was learned, in another order of options than it was learned in. */
    private static final String LEARNED = """
        {"team": {"type": "choice", "instructions": "Which team?", "criteria": ["other", "tech", "billing"]},
         "urgency": {"type": "score", "instructions": "How urgent?", "criteria": ["low", "mid", "high"]},
         "angry": {"type": "noul", "instructions": "The customer is angry."}}\
        """;

    @TempDir
    private Path dir;

    /** How a job and a service are told to ask. */
    record Way(String name, String questions, String controls, String group, int orders, boolean full) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String choice(int options) {
        return IntStream.range(0, options)
                .mapToObj(i -> "\"option " + i + "\"")
                .collect(Collectors.joining(
                        ", ",
                        "{\"which\": {\"type\": \"choice\", \"instructions\": \"Which one?\", \"criteria\": [",
                        "]}}"));
    }

    private static Stream<Object[]> waysAndEngines() {
        List<Way> ways = List.of(
                new Way("as it is", PLAIN, "{}", "0", 1, false),
                new Way("in groups of tokens", choice(120), "{}", "auto", 1, false),
                new Way("in groups of 16", choice(40), "{}", "16", 1, false),
                new Way("in three orders", PLAIN, "{}", "0", 3, false),
                new Way(
                        "asked what cannot be excluded",
                        LEARNED,
                        "{\"coverage\": 0.8, \"model\": \"english\"}",
                        "0",
                        1,
                        false),
                new Way("in windows", PLAIN, "{\"windows\": true, \"max_len\": 128}", "0", 1, false),
                new Way("from several rows", choice(255), "{}", "0", 1, true));
        List<Object[]> all = new ArrayList<>();
        for (EngineProvider engine : ServiceLoader.load(EngineProvider.class)) {
            if (List.of("onnx", "pytorch").contains(engine.name())) {
                ways.forEach(way -> all.add(new Object[] {way, engine.name()}));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("waysAndEngines")
    void everyAnswerIsTheSame(Way way, String engine) throws Exception {
        Path calibration = dir.resolve("calibration.json");
        Path weights = Path.of(LocalSpark.tiny(), "english", "model.safetensors");
        Files.writeString(
                calibration,
                "{\"checkpoint\": \"" + WeightsDigest.revision(WeightsDigest.sha256(weights))
                        + "\", \"temperature\": [1.7, 0.8, 2.1]}");
        Path learned = learned();
        List<Row> rows = Decisions.on(LocalSpark.tiny())
                .questions(way.questions())
                .controls(way.controls())
                .tournamentGroup(way.group())
                .optionOrders(way.orders())
                .contract(way.full() ? "full" : "document")
                .calibration(calibration.toString())
                .learned(learned.toString())
                .engine(engine)
                .threads(1)
                .score(LocalSpark.texts(1, STATES), "value")
                .collectAsList();
        assertThat(rows)
                .hasSameSizeAs(STATES)
                .allSatisfy(row -> assertThat(row.<String>getAs("error")).isNull());
        RequestTemplate asked = RequestTemplate.of(plan(way, engine));
        HostSettings settings = settings(way, engine, calibration, learned);
        Backend service = Backend.open(
                settings, Inventory.of(settings, dir, SameAsServiceTest.class.getClassLoader()), Optional.empty());
        try {
            AnswerRow columns = new AnswerRow(asked.questions(), 1);
            for (Row row : rows) {
                DecisionRequest request = new DecisionRequest(
                        List.of(new State.Text(row.getAs("value"))), asked.questions(), asked.controls());
                var response = service.pipeline()
                        .answer(() -> ParsedRequest.unwritten(request), Patience.UNLIMITED)
                        .responses()
                        .getFirst();
                assertThat(row).isEqualTo(columns.of(RowFactory.create(row.get(0)), new RowOutcome.Answered(response)));
            }
        } finally {
            service.close(Duration.ofSeconds(10));
        }
    }

    private static Plan plan(Way way, String engine) {
        return new Plan(
                LocalSpark.tiny(),
                way.questions(),
                way.controls(),
                false,
                "english",
                false,
                "",
                "",
                false,
                way.group(),
                way.orders(),
                way.full(),
                engine,
                "float32",
                1,
                0);
    }

    private static HostSettings settings(Way way, String engine, Path calibration, Path learned) {
        return new HostSettings(
                new HostSettings.Routing(CheckpointName.ENGLISH, Optional.empty(), false),
                new HostSettings.Checkpoints(
                        new HostSettings.Directory(Path.of(LocalSpark.tiny())),
                        HostSettings.Pins.NONE,
                        HostSettings.Loading.LAZY,
                        List.of(new HostSettings.Calibrated(Optional.empty(), calibration)),
                        List.of(new HostSettings.Calibrated(Optional.empty(), learned)),
                        List.of(),
                        OptionalDouble.empty(),
                        TextReading.literal(false)),
                new Hub.Settings(URI.create("http://127.0.0.1:9"), Optional.empty(), calibration, true),
                new HostSettings.Compute(
                        engine,
                        Map.of(),
                        Optional.empty(),
                        OptionalInt.of(1),
                        Optional.of(Precision.FLOAT32),
                        0.02,
                        131_072,
                        false,
                        0,
                        new Approach(Narrowing.parse(way.group()).orElseThrow(), way.orders()),
                        Optional.empty()),
                false,
                way.full());
    }

    /** Numbers that move every answer of the three questions. */
    private Path learned() throws Exception {
        Path english = Path.of(LocalSpark.tiny(), "english");
        Checkpoint checkpoint = CheckpointReader.read(english);
        int width = checkpoint.source().config().encoder().hidden();
        checkpoint.tokenizer().close();
        SequencedMap<String, LearnedFile.Entry> entries = new LinkedHashMap<>();
        for (Question question : RequestTemplate.of(plan(new Way("", PLAIN, "{}", "0", 1, false), "onnx"))
                .questions()
                .values()) {
            int options = question.optionCount();
            float[] spread = new float[Features.SQUARED * width];
            Arrays.fill(spread, 0.1f);
            float[][] weights = new float[options][(Features.VECTORS + Features.SQUARED) * width];
            for (int option = 0; option < options; option++) {
                for (int i = 0; i < weights[option].length; i++) {
                    weights[option][i] = (float) Math.sin(option + 7.0 * i);
                }
            }
            LearnedFile.Entry entry = new LearnedFile.Entry(
                    question.type(),
                    question.instructions(),
                    OptionTexts.render(question),
                    false,
                    new LearnedQuestion(
                            0.5,
                            weights,
                            new float[options],
                            new Features(new float[Features.VECTORS * width], spread),
                            IntStream.range(0, options).map(option -> 9).toArray()),
                    new float[] {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f, 0.9f},
                    LearnedStates.UNKNOWN,
                    Optional.empty());
            entries.put(entry.wording(), entry);
        }
        LearnedFile file = new LearnedFile(
                WeightsDigest.revision(WeightsDigest.sha256(english.resolve("model.safetensors"))), entries);
        return Files.write(dir.resolve("learned.safetensors"), file.bytes());
    }
}
