// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.host.engines.Placement;
import org.decisionservice.host.residency.ServedPrecision;
import org.decisionservice.server.admin.ServiceInfo;
import org.decisionservice.server.config.EffectiveSettings;

/** Describes the running program by the files it runs from. */
final class About {

    private About() {}

    /** The version that the build wrote into the jar. */
    static String version() {
        return Optional.ofNullable(About.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    static ServiceInfo info(Backend backend, List<EffectiveSettings.Entry> effective) {
        SequencedMap<String, List<String>> engines = new LinkedHashMap<>();
        SequencedMap<String, ServiceInfo.Served> checkpoints = new LinkedHashMap<>();
        Map<String, ServedPrecision> precisions = backend.worker().residents().precisions();
        for (ServedCheckpoint checkpoint : backend.catalogue().all()) {
            Placement placement = backend.placements().of(checkpoint);
            engines.computeIfAbsent(
                    placement.engineName(),
                    _ -> jars(placement.engine().engine().getClass()));
            checkpoints.put(
                    checkpoint.toString(),
                    new ServiceInfo.Served(
                            checkpoint.origin(),
                            placement.toString(),
                            placement.asked(),
                            Optional.ofNullable(precisions.get(checkpoint.toString())),
                            Optional.ofNullable(backend.calibrations().digests().get(checkpoint.toString())),
                            Optional.ofNullable(backend.calibrations().learned().get(checkpoint.toString()))));
        }
        return new ServiceInfo(version(), build(), Runtime.version().toString(), engines, checkpoints, effective);
    }

    private static String build() {
        return file(About.class).filter(Files::isRegularFile).map(About::digest).orElse("unpackaged");
    }

    private static String digest(Path jar) {
        try {
            return WeightsDigest.revision(WeightsDigest.sha256(jar));
        } catch (UncheckedIOException _) {
            return "unreadable";
        }
    }

    /** Returns the names of the jars beside the one that contains {@code type}; an engine is a folder of jars. */
    private static List<String> jars(Class<?> type) {
        Optional<Path> folder = file(type).filter(Files::isRegularFile).map(Path::getParent);
        if (folder.isEmpty()) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder.get())) {
            return files.map(path -> String.valueOf(path.getFileName()))
                    .filter(name -> name.endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Optional<Path> file(Class<?> type) {
        return Optional.ofNullable(type.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .map(location -> Path.of(URI.create(location.toString())));
    }
}
