// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.util.Locale;
import java.util.Optional;

/** Where a model computes. Written {@code cpu}, {@code cuda} (the first) or {@code cuda:N}. */
public record Device(Kind kind, int index) {
    public static final Device CPU = new Device(Kind.CPU, 0);

    public enum Kind {
        CPU,
        CUDA
    }

    public Device {
        if (index < 0 || (kind == Kind.CPU && index > 0)) {
            throw new IllegalArgumentException("no such device: " + kind + " " + index);
        }
    }

    public static Device cuda(int index) {
        return new Device(Kind.CUDA, index);
    }

    /** Parses the written form; empty if {@code text} is not a device. */
    public static Optional<Device> parse(String text) {
        String key = text.strip().toLowerCase(Locale.ROOT);
        if (key.equals("cpu")) {
            return Optional.of(CPU);
        }
        if (key.equals("cuda")) {
            return Optional.of(cuda(0));
        }
        if (key.matches("cuda:\\d{1,3}")) {
            return Optional.of(cuda(Integer.parseInt(key.substring(5))));
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return switch (kind) {
            case CPU -> "cpu";
            case CUDA -> index == 0 ? "cuda" : "cuda:" + index;
        };
    }
}
