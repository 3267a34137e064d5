// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.launch;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.core.checkpoint.WeightsDigest;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.host.checkpoints.ServedCheckpoint;
import org.decisionservice.server.config.EffectiveSettings;
import org.decisionservice.server.config.Settings;
import org.decisionservice.server.config.SettingsReader;
import org.decisionservice.tools.command.Deployment;
import org.decisionservice.tools.judge.Answering;

/**
 * This installation, for the commands that take files.
 *
 * @param configuration the file that explains the settings
 * @param engines the engines' classes, which everything opened here shares: a native library is loaded by one loader
 *     only
 */
record Installation(Home home, Path configuration, ClassLoader engines) implements Deployment {

    static Installation of(Home home) {
        return new Installation(home, home.configuration(), home.engineClasses());
    }

    private Settings read(Map<String, String> settings) {
        return SettingsReader.read(settings, configuration);
    }

    private Inventory inventory(HostSettings settings) {
        return Inventory.of(settings, home.starter(), engines);
    }

    @Override
    public Answering open(Map<String, String> variables) {
        Settings settings = read(variables);
        return open(settings, settings.host());
    }

    @Override
    public Answering openWithoutThresholds(Map<String, String> variables) {
        Settings settings = read(variables);
        return open(settings, settings.host().withoutThresholds());
    }

    private Answering open(Settings read, HostSettings host) {
        Settings settings = Cleaners.open(read, home);
        Logging.apply(settings.log());
        return new Answering(
                Backend.open(host, inventory(host), Optional.empty()),
                settings.http().wire());
    }

    @Override
    public SequencedMap<String, String> answersDependOn(Map<String, String> variables) {
        Settings read = read(variables);
        HostSettings settings = read.host();
        SequencedMap<String, String> all = new LinkedHashMap<>(EffectiveSettings.ofAnswers(variables, configuration));
        all.put("version", About.version());
        for (ServedCheckpoint served : inventory(settings).catalogue().all()) {
            served.contents().forEach((file, digest) -> all.put("checkpoint " + served + " " + file, digest));
        }
        settings.checkpoints().calibration().forEach(file -> contents("calibration", file, all));
        settings.checkpoints().learned().forEach(file -> contents("learned file", file, all));
        settings.checkpoints().thresholds().forEach(file -> contents("thresholds", file, all));
        read.http()
                .wire()
                .sources()
                .sets()
                .ifPresent(sets -> all.put("SERVICE_QUESTION_SETS", WeightsDigest.sha256(sets.listing())));
        return all;
    }

    private static void contents(String kind, HostSettings.Calibrated file, Map<String, String> all) {
        String name = file.checkpoint().map(CheckpointName::wireName).orElse("");
        all.merge(
                ("the " + kind + " of SERVICE_FITTED " + name).strip(),
                WeightsDigest.sha256(file.file()),
                (one, other) -> one + " and " + other);
    }

    @Override
    public String calibrations(Map<String, String> variables) {
        return read(variables).host().checkpoints().calibration().stream()
                .map(HostSettings.Calibrated::file)
                .map(Path::getFileName)
                .map(String::valueOf)
                .collect(Collectors.joining(", "));
    }

    @Override
    public ClassLoader commands() {
        return home.commandClasses();
    }

    @Override
    public String version() {
        return About.version();
    }

    @Override
    public Optional<String> key(Map<String, String> variables) {
        return read(variables).http().apiKey();
    }
}
