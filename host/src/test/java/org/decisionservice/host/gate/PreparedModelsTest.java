// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineException;
import org.decisionservice.engine.spi.LoadedModel;
import org.decisionservice.engine.spi.ModelSource;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.engine.spi.Reduction;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.testing.Await;
import org.decisionservice.testing.LogLines;
import org.junit.jupiter.api.Test;

/** What ONNX Runtime prepares at one start and finds at the next, here and elsewhere. */
class PreparedModelsTest extends PreparedStarts {
    private static final double OTHER = 0.9;

    @Test
    void theNextStartOpensWhatWasJudged() {
        opened();
        assertThat(folder().resolve("files/weights.bin")).exists();
        assertThat(folder().resolve("files/weights.bin").toFile().canExecute()).isFalse();
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
}
