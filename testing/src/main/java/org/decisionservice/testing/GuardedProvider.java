// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.testing;

import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.decisionservice.engine.spi.Availability;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Engine;
import org.decisionservice.engine.spi.EngineOptions;
import org.decisionservice.engine.spi.EngineProvider;
import org.decisionservice.engine.spi.Precision;

/**
 * Another provider's engine under a {@link Guard}: {@code guarded-reference}, {@code guarded-onnx} and, in a build that
 * includes it, {@code guarded-pytorch}; and one that follows a script. The service finds them like any other engine.
 */
public abstract sealed class GuardedProvider implements EngineProvider {
    private static final String PREFIX = "guarded-";

    private final String inner;

    private GuardedProvider(String inner) {
        this.inner = inner;
    }

    /** Returns the name to configure instead of an engine's own name, so that its use is checked. */
    public static String guarded(String engine) {
        return PREFIX + engine;
    }

    private List<EngineProvider> found() {
        return ServiceLoader.load(EngineProvider.class, GuardedProvider.class.getClassLoader()).stream()
                .filter(provider -> !GuardedProvider.class.isAssignableFrom(provider.type()))
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals(inner))
                .toList();
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public String name() {
        return guarded(inner);
    }

    @Override
    public Set<Precision> precisions() {
        return found().stream().findFirst().map(EngineProvider::precisions).orElseGet(EngineProvider.super::precisions);
    }

    @Override
    public Set<Precision> precisions(Device device) {
        return found().stream()
                .findFirst()
                .map(provider -> provider.precisions(device))
                .orElseGet(this::precisions);
    }

    @Override
    public Availability probe(EngineOptions options) {
        return found().stream()
                .findFirst()
                .map(provider -> provider.probe(options))
                .orElseGet(() -> new Availability.Unavailable("this build comes without it"));
    }

    @Override
    public Engine open(EngineOptions options) {
        return Guard.untilClosed(opened(options));
    }

    final Engine opened(EngineOptions options) {
        return found().getFirst().open(options);
    }

    /** The engine in plain Java. */
    public static final class Reference extends GuardedProvider {
        public Reference() {
            super("reference");
        }

        @Override
        public Engine open(EngineOptions options) {
            return Guard.untilClosed(new MemoizedEngine(opened(options)));
        }
    }

    /** A {@link ScriptedEngine}, which has no state vectors. */
    public static final class Scripted extends GuardedProvider {
        public Scripted() {
            super("scripted");
        }

        @Override
        public Availability probe(EngineOptions options) {
            return new Availability.Available(List.of(Device.CPU));
        }

        @Override
        public Engine open(EngineOptions options) {
            return Guard.untilClosed(new ScriptedEngine());
        }
    }

    /** ONNX Runtime. */
    public static final class Onnx extends GuardedProvider {
        public Onnx() {
            super("onnx");
        }
    }

    /** PyTorch. */
    public static final class Pytorch extends GuardedProvider {
        public Pytorch() {
            super("pytorch");
        }
    }
}
