// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.engines;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.Fatal;

/** The available engines by name. */
public final class EngineCatalogue {
    private static final System.Logger LOG = System.getLogger(EngineCatalogue.class.getName());

    private final SortedMap<String, EngineProvider> byName = new TreeMap<>();
    /** Engines of which the log says why they do not compute on a GPU. */
    private final Set<String> explained = ConcurrentHashMap.newKeySet();

    private EngineCatalogue() {}

    /**
     * Looks for engine providers.
     *
     * @throws ConfigurationException if a jar cannot be used, or if two engines have the same name; the message then
     *     names both classes
     */
    public static EngineCatalogue find(ClassLoader loader) {
        List<EngineProvider> providers = new ArrayList<>();
        try {
            ServiceLoader.load(EngineProvider.class, loader).forEach(providers::add);
        } catch (ServiceConfigurationError e) {
            Fatal.checkMemory(e);
            throw new ConfigurationException("an engine jar cannot be used: " + e.getMessage());
        }
        return of(providers);
    }

    static EngineCatalogue of(List<EngineProvider> providers) {
        EngineCatalogue catalogue = new EngineCatalogue();
        for (EngineProvider provider : providers) {
            EngineProvider other = catalogue.byName.putIfAbsent(provider.name(), provider);
            if (other != null) {
                throw new ConfigurationException("two engines are called '" + provider.name() + "': "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName() + "; remove the jar of one of them");
            }
        }
        return catalogue;
    }

    /** An engine with a device that it can compute on. */
    public record Chosen(EngineProvider provider, EngineOptions options, Device device) {}

    /**
     * Picks an engine.
     *
     * @param variable the setting that names it
     * @param precision that checkpoints are to be loaded in
     * @param preferred empty takes the device that the engine prefers
     * @throws ConfigurationException naming the variable, if there is no such engine, device or precision
     */
    public Chosen choose(
            String variable, String name, EngineOptions options, Precision precision, Optional<Device> preferred) {
        EngineProvider provider = byName.get(name);
        if (provider == null) {
            throw new ConfigurationException(
                    variable + ": there is no engine '" + name + "'; it takes one of: " + known(options));
        }
        otherVersion(provider).ifPresent(reason -> {
            throw unavailable(variable, name, reason, options);
        });
        if (!provider.precisions().contains(precision)) {
            throw new ConfigurationException("SERVICE_PRECISION: engine '" + name + "' has no " + precision
                    + "; it takes one of: "
                    + provider.precisions().stream()
                            .map(Precision::toString)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
        return switch (provider.probe(options)) {
            case Availability.Available(List<Device> devices, Optional<String> withoutCuda, boolean builtForCuda) -> {
                Device device = preferred.orElseGet(devices::getFirst);
                if (preferred.isEmpty() && builtForCuda && withoutCuda.isPresent() && explained.add(name)) {
                    LOG.log(
                            WARNING,
                            "SERVICE_DEVICE is auto, and engine {0} computes on {1}: {2}",
                            name,
                            device,
                            withoutCuda.get());
                }
                if (!devices.contains(device)) {
                    throw new ConfigurationException("SERVICE_DEVICE: engine '" + name + "' cannot compute on " + device
                            + " here" + withoutCuda.map(reason -> ": " + reason).orElse("")
                            + "; it takes auto or one of: " + listed(devices));
                }
                yield new Chosen(provider, options, device);
            }
            case Availability.Unavailable(String reason) -> throw unavailable(variable, name, reason, options);
        };
    }

    private ConfigurationException unavailable(String variable, String name, String reason, EngineOptions options) {
        return new ConfigurationException(variable + ": '" + name + "' cannot run here: " + reason
                + (byName.size() > 1 ? "; known engines: " + known(options) : ""));
    }

    /** Why nothing but the name of an engine may be asked for: its classes may lack what is called. */
    private static Optional<String> otherVersion(EngineProvider provider) {
        String built;
        try {
            int version = provider.spiVersion();
            if (version == EngineProvider.SPI_VERSION) {
                return Optional.empty();
            }
            built = "version " + version + " of the engine interface";
        } catch (LinkageError _) {
            built = "an engine interface without a version";
        }
        return Optional.of("its jar was built for " + built + ", and this service has version "
                + EngineProvider.SPI_VERSION + "; install a jar of it that was built for this version");
    }

    private String known(EngineOptions options) {
        if (byName.isEmpty()) {
            return "none was found; put an engine's jars into the engines folder";
        }
        return byName.values().stream()
                .map(provider -> provider.name()
                        + switch (availability(provider, options)) {
                            case Availability.Available available -> " (" + listed(available.devices()) + ")";
                            case Availability.Unavailable(String reason) -> " (unavailable: " + reason + ")";
                        })
                .collect(Collectors.joining(", "));
    }

    private static Availability availability(EngineProvider provider, EngineOptions options) {
        return otherVersion(provider)
                .<Availability>map(Availability.Unavailable::new)
                .orElseGet(() -> provider.probe(options));
    }

    private static String listed(List<Device> devices) {
        return devices.stream().map(Device::toString).collect(Collectors.joining(", "));
    }
}
