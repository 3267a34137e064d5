// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.testing.ScriptedEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineJarsTest {
    private static final ClassLoader PARENT = EngineJarsTest.class.getClassLoader();

    @TempDir
    private Path folder;

    /** An engine that only the service files added by the tests name. */
    public static class Dropped implements EngineProvider {
        @Override
        public int spiVersion() {
            return SPI_VERSION;
        }

        @Override
        public String name() {
            return "dropped";
        }

        @Override
        public Availability probe(EngineOptions options) {
            return new Availability.Available(List.of(Device.CPU));
        }

        @Override
        public Engine open(EngineOptions options) {
            return new ScriptedEngine();
        }
    }

    /** Like {@link Dropped}, under the same name. */
    public static final class Twin extends Dropped {}

    private static void jar(Path file, String provider) throws IOException {
        Files.createDirectories(file.getParent());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + EngineProvider.class.getName()));
            jar.write(provider.getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
    }

    private EngineCatalogue found() {
        return EngineCatalogue.find(EngineJars.loader(folder, PARENT));
    }

    @Test
    void withoutTheFolderOrWithoutJarsTheClassPathIsAll() {
        assertThat(EngineJars.loader(folder, PARENT)).isSameAs(PARENT);
        assertThat(EngineJars.loader(folder.resolve("none"), PARENT)).isSameAs(PARENT);
    }

    @Test
    void aJarInTheFolderOrInAFolderOfItIsFound() throws IOException {
        jar(folder.resolve("one.jar"), Dropped.class.getName());
        assertThat(found().choose(
                                "SERVICE_ENGINE",
                                "dropped",
                                EngineOptions.DEFAULTS,
                                Precision.FLOAT32,
                                Optional.empty())
                        .device())
                .isEqualTo(Device.CPU);
        Files.delete(folder.resolve("one.jar"));
        jar(folder.resolve("own").resolve("one.jar"), Dropped.class.getName());
        assertThat(found().choose(
                                "SERVICE_ENGINE",
                                "dropped",
                                EngineOptions.DEFAULTS,
                                Precision.FLOAT32,
                                Optional.empty())
                        .provider())
                .isInstanceOf(Dropped.class);
    }

    /** Two engines that bring the same library, in two versions. */
    @Test
    void everyFolderHasClassesOfItsOwn(@TempDir Path work) throws Exception {
        List<Class<?>> versions = new ArrayList<>();
        for (String version : List.of("one", "two")) {
            Path source = Files.writeString(work.resolve("Library.java"), """
                package library;

                public final class Library {
                    @Override public String toString() { return "%s"; }
                }
                """.replace("%s", version));
            compile(work, source);
            Path file = folder.resolve(version).resolve("library.jar");
            Files.createDirectories(file.getParent());
            try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file))) {
                jar.putNextEntry(new JarEntry("library/Library.class"));
                Files.copy(work.resolve("library/Library.class"), jar);
                jar.putNextEntry(new JarEntry("library/notes"));
                jar.write(version.getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
            ClassLoader alone = EngineJars.loader(folder.resolve(version), PARENT);
            versions.add(alone.loadClass("library.Library"));
        }
        ClassLoader all = EngineJars.loader(folder, PARENT);
        Class<?> first = all.loadClass("library.Library");
        assertThat(first.getDeclaredConstructor().newInstance()).hasToString("one");
        assertThat(versions.getLast().getDeclaredConstructor().newInstance()).hasToString("two");
        assertThat(Collections.list(all.getResources("library/notes"))).hasSize(2);
        assertThat(first.getClassLoader().getResources("library/notes").asIterator())
                .toIterable()
                .hasSize(1);
        assertThat(first.getClassLoader().loadClass(EngineProvider.class.getName()))
                .isSameAs(EngineProvider.class);
    }

    private static void compile(Path into, Path... sources) {
        Stream<String> options = Stream.of("-proc:none", "-d", into.toString());
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        Stream.concat(options, Stream.of(sources).map(Path::toString))
                                .toArray(String[]::new));
        assertThat(status).as("compiled").isZero();
    }

    @Test
    void twoJarsWithOneNameAreRefusedNamingBothClasses() throws IOException {
        jar(folder.resolve("one.jar"), Dropped.class.getName());
        jar(folder.resolve("two.jar"), Twin.class.getName());
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::found)
                .withMessageContaining(Dropped.class.getName())
                .withMessageContaining(Twin.class.getName());
    }

    /** As it was compiled before the interface had a version. */
    @Test
    void aJarWithoutAVersionIsRefusedWithTheVersionThatItNeeds(@TempDir Path work) throws IOException {
        Path spi = Files.createDirectories(work.resolve("org/decisionservice/engine/spi"));
        Path unversioned = Files.writeString(spi.resolve("EngineProvider.java"), """
            package org.decisionservice.engine.spi;

            public interface EngineProvider {
                String name();
            }
            """);
        Path source = Files.writeString(work.resolve("Old.java"), """
            package old;

            public final class Old implements org.decisionservice.engine.spi.EngineProvider {
                public String name() { return "old"; }
            }
            """);
        compile(work, unversioned, source);
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve("old.jar")))) {
            jar.putNextEntry(new JarEntry("old/Old.class"));
            Files.copy(work.resolve("old/Old.class"), jar);
            jar.putNextEntry(new JarEntry("META-INF/services/" + EngineProvider.class.getName()));
            jar.write("old.Old".getBytes(StandardCharsets.UTF_8));
            jar.closeEntry();
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> found().choose(
                                "SERVICE_ENGINE", "old", EngineOptions.DEFAULTS, Precision.FLOAT32, Optional.empty()))
                .withMessageStartingWith("SERVICE_ENGINE: 'old' cannot run here: its jar was built for an engine"
                        + " interface without a version, and this service has version "
                        + EngineProvider.SPI_VERSION);
    }

    @Test
    void aJarThatNamesAClassItDoesNotHoldIsRefused() throws IOException {
        jar(folder.resolve("one.jar"), "org.example.NotThere");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::found)
                .withMessageContaining("org.example.NotThere");
    }
}
