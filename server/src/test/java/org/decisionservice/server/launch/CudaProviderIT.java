// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.decisionservice.server.testing.ServiceProcess;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar and ONNX Runtime, asked for a CUDA device that it cannot use: one line says what is missing. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class CudaProviderIT {
    private static final String LIBRARY = "ai/onnxruntime/native/linux-x64/libonnxruntime_providers_cuda.so";

    @TempDir
    private Path home;

    @TempDir
    private Path work;

    private Path onnx;
    private String version;

    @BeforeEach
    void install() throws IOException {
        Path distribution = ServiceProcess.distribution();
        Files.copy(distribution.resolve("decision-service.jar"), home.resolve("decision-service.jar"));
        for (String part : List.of("libs", "conf", "starter")) {
            Files.createSymbolicLink(home.resolve(part), distribution.resolve(part));
        }
        onnx = Files.createDirectories(home.resolve("engines").resolve("onnx"));
        try (Stream<Path> jars = Files.list(distribution.resolve("engines").resolve("onnx"))) {
            for (Path jar : jars.toList()) {
                Files.createSymbolicLink(onnx.resolve(jar.getFileName().toString()), jar);
            }
        }
        try (Stream<Path> jars = Files.list(onnx)) {
            version = jars.map(jar -> jar.getFileName().toString())
                    .filter(name -> name.matches("onnxruntime-\\d.*\\.jar"))
                    .map(name -> name.substring("onnxruntime-".length(), name.length() - ".jar".length()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void withoutTheProviderItsJarIsNamedAndWhereItGoes() throws Exception {
        expectOneLine("put onnxruntime_gpu-" + version + ".jar", "into " + onnx);
    }

    @Test
    void aProviderOfAnotherVersionIsRefused() throws Exception {
        dropIn("0.9.9");
        expectOneLine("is version 0.9.9, and onnxruntime is " + version, "it takes auto or one of: cpu");
    }

    @Test
    void withoutADriverItsLibraryIsNamed() throws Exception {
        assumeThereIsNoDriver();
        dropIn(version);
        expectOneLine("libcuda.so.1");
    }

    @Test
    void withoutADeviceItIsNotUsedUnlessItIsAskedFor() throws Exception {
        assumeThereIsNoDriver();
        dropIn(version);
        try (ServiceProcess service = ServiceProcess.start(home, work, Map.of())) {
            assertThat(service.errors()).contains("onnx on cpu");
        }
    }

    private static void assumeThereIsNoDriver() {
        assumeTrue(
                Files.notExists(Path.of("/proc/driver/nvidia/version")),
                "with a driver, CUDA says something else about a machine than these tests expect");
    }

    /** A jar like the provider's, except for what is in the library. */
    private void dropIn(String jarVersion) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, jarVersion);
        Path file = onnx.resolve("onnxruntime_gpu-" + jarVersion + ".jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            jar.putNextEntry(new JarEntry(LIBRARY));
            jar.closeEntry();
        }
    }

    private void expectOneLine(String... texts) throws Exception {
        Map<String, String> variables =
                Map.of("SERVICE_HOST", "127.0.0.1", "SERVICE_PORT", "0", "SERVICE_DEVICE", "cuda");
        try (ServiceProcess service = ServiceProcess.launch(home, work, variables)) {
            assertThat(service.exitStatus()).isEqualTo(2);
            assertThat(service.errors().lines())
                    .singleElement()
                    .asString()
                    .startsWith("SERVICE_DEVICE: engine 'onnx' cannot compute on cuda here: ")
                    .contains(texts);
        }
    }
}
