package org.decisionservice.engine.onnx;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.decisionservice.engine.spi.EncoderConfig.Biases;
import org.decisionservice.engine.spi.EncoderConfig.ModernBert;
import org.decisionservice.engine.spi.ModelConfig;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Row;
import org.decisionservice.engine.spi.RowBatch;

/** The tiny checkpoints and what upstream's implementation computes with them. */
final class Golden {
    private static final Path TESTDATA = Path.of(Objects.requireNonNull(System.getProperty("testdata")));

    record Case(String id, String checkpoint, RowBatch rows, JsonNode expected) {
        double logit(int row, int slot) {
            return expected.get(row).get("option_logits").get(slot).asDouble();
        }

        double act(int row) {
            return expected.get(row).get("act_probability").asDouble();
        }

        @Override
        public String toString() {
            return id;
        }
    }

    private Golden() {}

    static List<Case> cases() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<Case> cases = new ArrayList<>();
        for (String line : Files.readAllLines(TESTDATA.resolve("golden/forward.jsonl"))) {
            JsonNode batch = mapper.readTree(line);
            List<Row> rows = new ArrayList<>();
            for (JsonNode row : batch.get("rows")) {
                rows.add(new Row(
                        ints(row.get("ids")),
                        ints(row.get("markers")),
                        row.get("qtype").asInt()));
            }
            cases.add(new Case(
                    batch.get("id").asText(), batch.get("checkpoint").asText(), RowBatch.of(rows), batch.get("rows")));
        }
        return cases;
    }

    static ModelSource source(String checkpoint) {
        return new ModelSource(config(checkpoint), weights(checkpoint));
    }

    static Path weights(String checkpoint) {
        return TESTDATA.resolve("tiny").resolve(checkpoint).resolve("model.safetensors");
    }

    static ModelConfig config(String checkpoint) {
        return switch (checkpoint) {
            case "english" -> new ModelConfig(modern(128, 4, 2176, 10_000), 2, 3);
            case "multilingual" -> new ModelConfig(modern(64, 4, 2624, 160_000), 2, 2);
            case "typed-decisions" -> new ModelConfig(modern(64, 2, 1984, 10_000), 1, 2);
            default -> throw new IllegalArgumentException(checkpoint);
        };
    }

    private static ModernBert modern(int hidden, int heads, int vocabulary, double slidingTheta) {
        int layers = 4;
        List<Boolean> local =
                IntStream.range(0, layers).mapToObj(i -> i % 3 != 0).toList();
        Biases biases = new Biases(false, false, false);
        return new ModernBert(hidden, layers, heads, 96, vocabulary, 1e-5, local, 8, 160_000, slidingTheta, biases);
    }

    private static int[] ints(JsonNode node) {
        return IntStream.range(0, node.size()).map(i -> node.get(i).asInt()).toArray();
    }
}
