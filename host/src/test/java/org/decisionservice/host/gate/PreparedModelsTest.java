// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.Checkpoint;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.Logits;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.engines.EngineCatalogue;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.host.testing.Await;
import org.decisionservice.host.testing.LogLines;
import org.decisionservice.host.testing.Testdata;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What ONNX Runtime prepares at one start and finds at the next: whatever has happened to it, the answers are right, and
 * one line of the log says what was wrong.
 */
class PreparedModelsTest {
    private static final String NOT_USED = "is not used: ";
    /** Accepts whatever random weights do. */
    private static final double TOLERANCE = 1;

    private static final double OTHER = 0.9;
    private static final long MUCH = 1L << 40;

    private final Checkpoint checkpoint = Testdata.tiny(CheckpointName.ENGLISH).checkpoint();

    @TempDir
    private Path directory;

    private Path store;
    private List<Float> expected = List.of();

    @BeforeEach
    void firstStart() {
        store = directory.resolve("store");
        try (LogLines lines = new LogLines()) {
            expected = start(TOLERANCE, onnx());
            assertThat(lines.with("kept for the next start")).hasSize(1);
            assertThat(lines.with("judging int8")).hasSize(1);
        }
    }

    private static Engine onnx() {
        return EngineCatalogue.find(PreparedModelsTest.class.getClassLoader())
                .choose("SERVICE_ENGINE", "onnx", EngineOptions.DEFAULTS, Precision.INT8, Optional.of(Device.CPU))
                .provider()
                .open(EngineOptions.DEFAULTS);
    }

    private List<Float> start(double tolerance, Engine engine) {
        return start(checkpoint, new PreparedStore.Settings(store, MUCH), tolerance, engine);
    }

    /** As a process that has just begun: what it answers to the sentences that the gate reads. */
    private static List<Float> start(
            Checkpoint checkpoint, PreparedStore.Settings settings, double tolerance, Engine engine) {
        try (GatedEngine gated = gated(engine, tolerance, settings)) {
            JudgedModel judged = gated.load(checkpoint, Device.CPU, Precision.INT8);
            try (LoadedModel model = judged.model()) {
                assertThat(judged.report().orElseThrow().accepted()).isEqualTo(model.precision() == Precision.INT8);
                Candidate candidate = Candidate.of(checkpoint, Device.CPU, Precision.INT8);
                Logits logits = model.forward(candidate.source().sampleRows());
                List<Float> all = new ArrayList<>();
                for (int row = 0; row < logits.size(); row++) {
                    for (int slot = 0; slot < logits.options(row); slot++) {
                        all.add(logits.optionLogit(row, slot));
                    }
                }
                return all;
            }
        }
    }

    private static GatedEngine gated(Engine engine, double tolerance, PreparedStore.Settings settings) {
        return new GatedEngine(
                engine,
                Set.of(Precision.FLOAT32, Precision.INT8),
                new PrecisionGate(tolerance),
                Optional.of(new PreparedStore(settings)));
    }

    private Path folder() {
        return folders().getFirst();
    }

    private List<Path> folders() {
        try (Stream<Path> all = Files.list(store)) {
            return all.filter(path -> Files.isDirectory(path.resolve("files"))).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts again: the same answers, one line, and a folder that the start after that opens. */
    private void madeAgain(String reason) {
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with(NOT_USED)).singleElement().asString().contains(reason);
            assertThat(lines.with("judging int8")).hasSize(1);
        }
        opened();
    }

    private void opened() {
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with("is opened from")).hasSize(1);
            assertThat(lines.with(NOT_USED)).isEmpty();
            assertThat(lines.with("judging int8")).isEmpty();
        }
    }

    private void change(String file, Consumer<byte[]> how) throws IOException {
        Path path = folder().resolve(file);
        byte[] bytes = Files.readAllBytes(path);
        how.accept(bytes);
        Files.delete(path);
        Files.write(path, bytes);
    }

    @Test
    void theNextStartOpensWhatWasJudged() {
        opened();
        assertThat(folder().resolve("files/weights.bin")).exists();
        assertThat(folder().resolve("files/weights.bin").toFile().canExecute()).isFalse();
    }

    @Test
    void aChangedByteOfTheWeightsIsFound() throws IOException {
        change("files/weights.bin", bytes -> bytes[bytes.length / 2] ^= 1);
        madeAgain("weights.bin holds other bytes than were written");
    }

    @Test
    void aChangedByteOfTheGraphIsFound() throws IOException {
        change("files/model.onnx", bytes -> bytes[bytes.length / 2] ^= 1);
        madeAgain("model.onnx holds other bytes than were written");
    }

    @Test
    void aFileThatWasCutOffIsFound() throws IOException {
        Path weights = folder().resolve("files/weights.bin");
        byte[] bytes = Files.readAllBytes(weights);
        Files.delete(weights);
        Files.write(weights, Arrays.copyOf(bytes, bytes.length - 1));
        madeAgain("weights.bin was cut off or written to");
    }

    @Test
    void aFileThatIsMissingIsFound() throws IOException {
        Files.delete(folder().resolve("files/inputs.txt"));
        madeAgain("inputs.txt is missing");
    }

    @Test
    void aVerdictThatWasEditedIsFound() throws IOException {
        Path manifest = folder().resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest).replace("\"changed decisions\" : \"", "\"changed decisions\" : \"1"));
        madeAgain("manifest.json was changed");
    }

    @Test
    void aManifestThatIsNoJsonIsFound() throws IOException {
        Files.writeString(folder().resolve("manifest.json"), "{");
        madeAgain("manifest.json cannot be read");
    }

    @Test
    void aFolderOfAnotherCheckpointIsFound() throws IOException {
        Path mine = folder();
        PreparedStore.Settings elsewhere = new PreparedStore.Settings(directory.resolve("elsewhere"), MUCH);
        start(Testdata.tiny(CheckpointName.MULTILINGUAL).checkpoint(), elsewhere, 1, onnx());
        Path other;
        try (Stream<Path> all = Files.list(elsewhere.directory())) {
            other = all.filter(path -> Files.isDirectory(path.resolve("files")))
                    .findFirst()
                    .orElseThrow();
        }
        Files.move(mine, directory.resolve("away"));
        Files.move(other, mine, StandardCopyOption.ATOMIC_MOVE);
        madeAgain("they are for weights ");
    }

    @Test
    void whatAKilledProcessLeftIsReplaced() throws IOException {
        Path whole = folder();
        Path half = whole.resolveSibling(whole.getFileName() + ".unfinished");
        Files.move(whole, half);
        Files.delete(half.resolve("manifest.json"));
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with("was not finished")).hasSize(1);
        }
        assertThat(half).doesNotExist();
        opened();
    }

    @Test
    void anotherToleranceIsJudgedAndBothAreKept() {
        try (LogLines lines = new LogLines()) {
            start(OTHER, onnx());
            assertThat(lines.with(NOT_USED))
                    .singleElement()
                    .asString()
                    .contains("they are for tolerance \"1.0\", and here it is \"0.9\"");
        }
        assertThat(folders()).hasSize(2);
        opened();
    }

    /**
     * The same engine as it is elsewhere.
     *
     * @param processor added to its fingerprint
     * @param room whether there is any for its files
     */
    private record Elsewhere(Engine engine, String processor, boolean room) implements Engine {
        @Override
        public LoadedModel load(ModelSource source, Device device, Precision precision) {
            return engine.load(source, device, precision);
        }

        @Override
        public Reduction reduce(ModelSource source, Device device, Precision precision) {
            Reduction reduction = engine.reduce(source, device, precision);
            return new Reduction(
                    reduction.exact(),
                    reduction.variants().stream().map(this::written).toList());
        }

        private Reduction.Variant written(Reduction.Variant variant) {
            return new Reduction.Variant(variant.name(), variant.loader(), Optional.of(folder -> {
                if (room) {
                    return variant.prepare(folder);
                }
                throw new EngineException(EngineException.Kind.FAILED, "No space left on device");
            }));
        }

        @Override
        public Optional<String> fingerprint() {
            return engine.fingerprint().map(text -> text + processor);
        }

        @Override
        public LoadedModel loadPrepared(ModelSource source, Device device, Precision precision, Path folder) {
            return engine.loadPrepared(source, device, precision, folder);
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    @Test
    void anotherProcessorMakesItsOwn() {
        try (LogLines lines = new LogLines()) {
            assertThat(start(TOLERANCE, new Elsewhere(onnx(), " amx_int8", true)))
                    .isEqualTo(expected);
            assertThat(lines.with(NOT_USED))
                    .singleElement()
                    .asString()
                    .contains("they are for engine \"ONNX Runtime ")
                    .contains(" amx_int8\"");
        }
        opened();
    }

    @Test
    void aDirectoryThatCannotBeWrittenCostsOneLine() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        PreparedStore.Settings beneath = new PreparedStore.Settings(file.resolve("store"), MUCH);
        try (LogLines lines = new LogLines()) {
            assertThat(start(checkpoint, beneath, TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(lines.with("nothing is kept for the next start")).hasSize(1);
        }
    }

    @Test
    void aFullDiskCostsOneLineAndNothingIsKept() throws IOException {
        PreparedStore.Settings full = new PreparedStore.Settings(directory.resolve("full"), MUCH);
        try (LogLines lines = new LogLines()) {
            assertThat(start(checkpoint, full, TOLERANCE, new Elsewhere(onnx(), "", false)))
                    .isEqualTo(expected);
            assertThat(lines.with("is kept of"))
                    .singleElement()
                    .asString()
                    .contains("nothing is kept of int8")
                    .contains("No space left on device");
            assertThat(lines.with("kept for the next start:")).isEmpty();
        }
        try (Stream<Path> left = Files.walk(full.directory())) {
            assertThat(left.filter(path -> path.toString().contains("files"))).isEmpty();
        }
    }

    @Test
    void aDirectoryThatCanOnlyBeReadIsUsed() throws IOException {
        Set<PosixFilePermission> readOnly = PosixFilePermissions.fromString("r-xr-xr-x");
        Set<PosixFilePermission> before = Files.getPosixFilePermissions(store);
        Files.setPosixFilePermissions(folder(), readOnly);
        Files.setPosixFilePermissions(store, readOnly);
        try {
            opened();
        } finally {
            Files.setPosixFilePermissions(store, before);
            Files.setPosixFilePermissions(folder(), before);
        }
    }

    /** No load prepares float32 by itself, and every load opens what was prepared. */
    @Test
    void float32IsPreparedOnRequest() {
        PreparedStore.Settings settings = new PreparedStore.Settings(directory.resolve("fresh"), MUCH);
        try (GatedEngine gated = gated(onnx(), TOLERANCE, settings)) {
            gated.load(checkpoint, Device.CPU, Precision.FLOAT32).model().close();
            assertThat(settings.directory().resolve("files")).doesNotExist();
            assertThat(gated.prepare(checkpoint, Device.CPU, Optional.of(Precision.FLOAT32)))
                    .contains(Precision.FLOAT32);
        }
        try (GatedEngine gated = gated(onnx(), TOLERANCE, settings);
                LogLines lines = new LogLines();
                LoadedModel model =
                        gated.load(checkpoint, Device.CPU, Precision.FLOAT32).model()) {
            assertThat(model.precision()).isEqualTo(Precision.FLOAT32);
            assertThat(lines.with("is opened from")).hasSize(1);
        }
    }

    @Test
    void twoThatStartAtOnceMakeItOnce() throws IOException {
        PreparedStore.Settings fresh = new PreparedStore.Settings(directory.resolve("fresh"), MUCH);
        try (LogLines lines = new LogLines()) {
            CompletableFuture<List<Float>> other =
                    CompletableFuture.supplyAsync(() -> start(checkpoint, fresh, TOLERANCE, onnx()));
            assertThat(start(checkpoint, fresh, TOLERANCE, onnx())).isEqualTo(expected);
            assertThat(other.join()).isEqualTo(expected);
            assertThat(lines.with("judging int8")).hasSize(1);
            assertThat(lines.with("kept for the next start")).hasSize(1);
        }
    }

    @Test
    void anotherProcessIsWaitedForUntilItEnds() throws Exception {
        PreparedStore.Settings fresh = new PreparedStore.Settings(directory.resolve("fresh"), MUCH);
        Path lock = Files.createDirectories(fresh.directory()).resolve(folder().getFileName() + ".lock");
        Path program = Files.writeString(directory.resolve("Holder.java"), """
                void main(String[] arguments) throws Exception {
                    var file = new java.io.RandomAccessFile(arguments[0], "rw");
                    var lock = file.getChannel().lock();
                    System.out.println("locked");
                    Thread.sleep(Long.MAX_VALUE);
                }
                """);
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        program.toString(),
                        lock.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = other.inputReader();
                LogLines lines = new LogLines()) {
            assertThat(said.readLine()).isEqualTo("locked");
            CompletableFuture<List<Float>> waiting =
                    CompletableFuture.supplyAsync(() -> start(checkpoint, fresh, TOLERANCE, onnx()));
            Await.until(
                    "a line that says so",
                    () -> !lines.with("waiting for another process").isEmpty());
            assertThat(waiting).isNotDone();
            other.destroyForcibly().waitFor();
            assertThat(waiting.join()).isEqualTo(expected);
            assertThat(lines.with("kept for the next start:")).hasSize(1);
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void aRefusalIsKeptToo() {
        double strict = 1e-9;
        List<Float> exact = start(strict, onnx());
        try (LogLines lines = new LogLines()) {
            assertThat(start(strict, onnx())).isEqualTo(exact).isNotEqualTo(expected);
            assertThat(lines.with("was refused at an earlier start")).hasSize(1);
            assertThat(lines.with("judging int8")).isEmpty();
        }
    }

    @Test
    void theOneThatWasNotUsedForLongestGoesFirst() throws IOException {
        start(OTHER, onnx());
        opened();
        long two = 0;
        for (Path folder : folders()) {
            for (String name : List.of("model.onnx", "weights.bin", "inputs.txt")) {
                two += Files.size(folder.resolve("files").resolve(name));
            }
        }
        try (LogLines lines = new LogLines()) {
            start(checkpoint, new PreparedStore.Settings(store, two + (64 << 10)), 0.8, onnx());
            assertThat(lines.with("was not used for longest")).hasSize(1);
        }
        assertThat(folders()).hasSize(2);
        opened();
    }

    /** Large files are read while the model is loaded. */
    @Test
    void aChangedByteOfALargeFileIsFound() throws IOException {
        Checkpoint starter = Testdata.catalogue(new HostSettings.Starter())
                .find(CheckpointName.ENGLISH)
                .orElseThrow()
                .checkpoint();
        PreparedStore.Settings fresh = new PreparedStore.Settings(directory.resolve("fresh"), MUCH);
        List<Float> answers = start(starter, fresh, TOLERANCE, onnx());
        store = fresh.directory();
        assertThat(Files.size(folder().resolve("files/weights.bin"))).isGreaterThan(8 << 20);
        change("files/weights.bin", bytes -> bytes[bytes.length - 1] ^= 1);
        try (LogLines lines = new LogLines()) {
            assertThat(start(starter, fresh, TOLERANCE, onnx())).isEqualTo(answers);
            assertThat(lines.with(NOT_USED)).singleElement().asString().contains("weights.bin holds other bytes");
        }
    }
}
