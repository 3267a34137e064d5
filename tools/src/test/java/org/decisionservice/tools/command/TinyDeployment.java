// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.command;

import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.CheckpointNames;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.core.checkpoint.TextReading;
import org.decisionservice.core.rounds.Approach;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.HostSettings;
import org.decisionservice.host.backend.Backend;
import org.decisionservice.host.backend.Inventory;
import org.decisionservice.host.checkpoints.FittedKind;
import org.decisionservice.host.gate.PrecisionGate;
import org.decisionservice.host.prepared.PreparedStore;
import org.decisionservice.hub.Hub;
import org.decisionservice.testing.Testdata;
import org.decisionservice.tools.judge.Answering;

/**
 * Checkpoints of a directory. It takes the settings that commands set, and the contract; the server reads the others,
 * and its own tests say how.
 */
final class TinyDeployment implements Deployment {
    private static final Set<String> TAKEN = Set.of(
            "SERVICE_CHECKPOINTS",
            "SERVICE_ENGINE",
            "SERVICE_PRECISION",
            "SERVICE_FITTED",
            "SERVICE_PREPARED",
            "SERVICE_CONTRACT",
            "SERVICE_COALESCE");

    private static String read(Map<String, String> settings, String name, String otherwise) {
        settings.keySet().stream()
                .filter(each -> !each.startsWith("--") && !TAKEN.contains(each))
                .findFirst()
                .ifPresent(each -> {
                    throw new ConfigurationException(each + ": the tests of commands read no such setting");
                });
        String flag = "--" + name.substring("SERVICE_".length()).toLowerCase(Locale.ROOT);
        return settings.getOrDefault(flag, settings.getOrDefault(name, otherwise));
    }

    @Override
    public Answering open(Map<String, String> settings) {
        return open(settings, host(settings));
    }

    @Override
    public Answering openWithoutThresholds(Map<String, String> settings) {
        return open(settings, host(settings).withoutThresholds());
    }

    private static Answering open(Map<String, String> settings, HostSettings host) {
        Inventory inventory = Inventory.of(host, Testdata.starter(), TinyDeployment.class.getClassLoader());
        WireOptions wire = WireOptions.DEFAULTS.with(contract(settings));
        return new Answering(
                Backend.open(host, inventory, Optional.empty()),
                host.checkpoints().labelled() ? wire.labels() : wire);
    }

    private static Contract contract(Map<String, String> settings) {
        return Contract.valueOf(read(settings, "SERVICE_CONTRACT", "document").toUpperCase(Locale.ROOT));
    }

    private static HostSettings host(Map<String, String> settings) {
        return new HostSettings(
                new HostSettings.Routing(CheckpointName.ENGLISH, Optional.empty(), false),
                new HostSettings.Checkpoints(
                        new HostSettings.Directory(Path.of(read(settings, "SERVICE_CHECKPOINTS", ""))),
                        HostSettings.Pins.NONE,
                        HostSettings.Loading.LAZY,
                        fitted(settings, FittedKind.CALIBRATION),
                        fitted(settings, FittedKind.LEARNED),
                        fitted(settings, FittedKind.THRESHOLDS),
                        OptionalDouble.empty(),
                        TextReading.WITH_SPECIAL_TOKENS),
                new Hub.Settings(URI.create("http://hub.invalid"), Optional.empty(), Path.of("none"), true),
                compute(settings),
                false,
                contract(settings) == Contract.FULL);
    }

    private static HostSettings.Compute compute(Map<String, String> settings) {
        String precision = read(settings, "SERVICE_PRECISION", "float32");
        return new HostSettings.Compute(
                read(settings, "SERVICE_ENGINE", ""),
                Map.of(),
                Optional.empty(),
                OptionalInt.empty(),
                Optional.of(Precision.parse(precision)
                        .orElseThrow(() -> new ConfigurationException("SERVICE_PRECISION: there is no " + precision))),
                PrecisionGate.DEFAULT_TOLERANCE,
                131_072,
                read(settings, "SERVICE_COALESCE", "0").equals("1"),
                0,
                Approach.PLAIN,
                Optional.of(read(settings, "SERVICE_PREPARED", ""))
                        .filter(named -> !named.isEmpty())
                        .map(named -> new PreparedStore.Settings(Path.of(named), 1L << 30, Optional.empty())));
    }

    private static List<HostSettings.Calibrated> fitted(Map<String, String> settings, FittedKind kind) {
        return Arrays.stream(read(settings, "SERVICE_FITTED", "").split(",", -1))
                .filter(named -> !named.isEmpty())
                .map(TinyDeployment::fitted)
                .filter(file -> FittedKind.of(file.file()) == kind)
                .toList();
    }

    private static HostSettings.Calibrated fitted(String named) {
        String[] parts = named.split("=", 2);
        return new HostSettings.Calibrated(
                parts.length == 1 ? Optional.empty() : CheckpointNames.ROUTED.find(parts[0]),
                Path.of(parts[parts.length - 1]));
    }

    @Override
    public SequencedMap<String, String> answersDependOn(Map<String, String> settings) {
        return new TreeMap<>(settings);
    }

    @Override
    public String calibrations(Map<String, String> settings) {
        return fitted(settings, FittedKind.CALIBRATION).stream()
                .map(file -> String.valueOf(file.file().getFileName()))
                .collect(Collectors.joining(", "));
    }

    @Override
    public ClassLoader commands() {
        return TinyDeployment.class.getClassLoader();
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public Optional<String> key(Map<String, String> settings) {
        return Optional.empty();
    }
}
