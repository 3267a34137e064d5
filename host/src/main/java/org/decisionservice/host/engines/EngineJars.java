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
import java.util.Optional;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.RegularFile;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;

/** A folder such as {@code engines/}: a jar in it, or in a folder of it, is found like one on the class path. */
public final class EngineJars {
    private EngineJars() {}

    /**
     * Returns a loader that finds all jars in {@code folder} and its direct subfolders, or {@code parent} if there is
     * none. The jars of one folder share their classes, and see those of no other folder.
     *
     * @throws ConfigurationException if the folder cannot be listed
     */
    public static ClassLoader loader(Path folder, ClassLoader parent) {
        List<URLClassLoader> folders = new ArrayList<>();
        try {
            open(folder, parent).ifPresent(folders::add);
            for (Path engine : children(folder)) {
                open(engine, parent).ifPresent(folders::add);
            }
        } catch (IOException e) {
            throw unreadable(folder, RootCause.of(e));
        }
        return folders.isEmpty() ? parent : new EngineLoader(folders, parent);
    }

    /** A loader of the folder's own jars, which is never closed, because engines are used until the process ends. */
    private static Optional<URLClassLoader> open(Path folder, ClassLoader parent) throws IOException {
        List<URL> jars = new ArrayList<>();
        for (Path file : children(folder)) {
            if (file.toString().endsWith(".jar") && Files.isRegularFile(file)) {
                jars.add(url(file));
            }
        }
        return jars.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new URLClassLoader(String.valueOf(folder.getFileName()), jars.toArray(URL[]::new), parent));
    }

    private static List<Path> children(Path folder) throws IOException {
        RegularFile.hidden(folder).ifPresent(why -> {
            throw unreadable(folder, why);
        });
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    private static ConfigurationException unreadable(Path folder, String why) {
        return new ConfigurationException(folder + ": the folder cannot be read: " + why);
    }

    private static URL url(Path file) throws MalformedURLException {
        return file.toUri().toURL();
    }
}
