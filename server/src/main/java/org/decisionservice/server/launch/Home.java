// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Objects;
import org.decisionservice.host.engines.EngineJars;

/**
 * The directory of the service's jar.
 *
 * @param directory holds {@code conf/}, {@code engines/}, {@code commands/}, {@code cleaners/} and {@code starter/}
 */
public record Home(Path directory) {

    /** The directory this program was started from, whatever the working directory is. */
    static Home ofProgram() {
        CodeSource source = Objects.requireNonNull(
                Main.class.getProtectionDomain().getCodeSource(), "this program was not loaded from a file");
        try {
            Path program = Path.of(source.getLocation().toURI());
            return new Home(Objects.requireNonNull(program.getParent()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    Path configuration() {
        return directory.resolve("conf", "application.yaml");
    }

    Path logging() {
        return directory.resolve("conf", "logging.properties");
    }

    Path engines() {
        return directory.resolve("engines");
    }

    Path commands() {
        return directory.resolve("commands");
    }

    Path starter() {
        return directory.resolve("starter");
    }

    /**
     * Finds the classes of the engines.
     *
     * @throws org.decisionservice.host.ConfigurationException if their folder cannot be read
     */
    ClassLoader engineClasses() {
        return EngineJars.loader(engines(), Home.class.getClassLoader());
    }

    /** Finds the classes of commands that bring libraries of their own, in the same way. */
    ClassLoader commandClasses() {
        return EngineJars.loader(commands(), Home.class.getClassLoader());
    }

    /** Finds the classes of what cleans states, in the same way. */
    ClassLoader cleanerClasses() {
        return EngineJars.loader(directory.resolve("cleaners"), Home.class.getClassLoader());
    }
}
