// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.testing.ScriptedEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineJarsTest {
    private static final ClassLoader PARENT = EngineJarsTest.class.getClassLoader();

    @TempDir
    private Path folder;

    /** An engine that only the service files added by the tests name. */
    public static class Dropped implements EngineProvider {
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
        assertThat(found().choose("SERVICE_ENGINE", "dropped", EngineOptions.DEFAULTS, Optional.empty())
                        .device())
                .isEqualTo(Device.CPU);
        Files.delete(folder.resolve("one.jar"));
        jar(folder.resolve("own").resolve("one.jar"), Dropped.class.getName());
        assertThat(found().choose("SERVICE_ENGINE", "dropped", EngineOptions.DEFAULTS, Optional.empty())
                        .provider())
                .isInstanceOf(Dropped.class);
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

    @Test
    void aJarThatNamesAClassItDoesNotHoldIsRefused() throws IOException {
        jar(folder.resolve("one.jar"), "org.example.NotThere");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::found)
                .withMessageContaining("org.example.NotThere");
    }
}
