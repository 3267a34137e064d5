// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.decisionservice.host.ConfigurationException;

/** The {@code engines/} folder: a jar in it is used like one on the class path. */
public final class EngineJars {
    private EngineJars() {}

    /**
     * Returns one loader for all jars in {@code folder} and its direct subfolders, or {@code parent} if there is none.
     *
     * @throws ConfigurationException if the folder cannot be listed
     */
    public static ClassLoader loader(Path folder, ClassLoader parent) {
        List<URL> jars = new ArrayList<>();
        try {
            collect(folder, jars);
            for (Path engine : children(folder)) {
                collect(engine, jars);
            }
        } catch (IOException e) {
            throw new ConfigurationException(folder + ": the folder of the engines cannot be read: " + e.getMessage());
        }
        // The loader is never closed, because engines are used until the process ends.
        return jars.isEmpty() ? parent : new URLClassLoader("engines", jars.toArray(URL[]::new), parent);
    }

    private static void collect(Path folder, List<URL> jars) throws IOException {
        for (Path file : children(folder)) {
            if (file.toString().endsWith(".jar") && Files.isRegularFile(file)) {
                jars.add(url(file));
            }
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static URL url(Path file) throws MalformedURLException {
        return file.toUri().toURL();
    }
}
