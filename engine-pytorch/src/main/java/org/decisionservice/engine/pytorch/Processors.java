// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.pytorch;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.decisionservice.engine.kit.CudaDevices;
import org.decisionservice.engine.pytorch.forward.Arithmetic;
import org.decisionservice.engine.pytorch.forward.NumberType;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;

/**
 * What the devices of this machine compute in.
 *
 * @param bfloat16 whether the CPU multiplies it
 * @param capability of a GPU, such as 80 for 8.0; empty if it is not known
 * @param tf32 whether libtorch can be told to use it
 */
record Processors(boolean bfloat16, Function<Device, OptionalInt> capability, boolean tf32)
        implements PytorchEngine.Ways {
    Set<Precision> precisions(Device device) {
        return Stream.of(Precision.values())
                .filter(precision -> lacks(device, precision).isEmpty())
                .collect(Collectors.toSet());
    }

    @Override
    public Optional<String> lacks(Device device, Precision precision) {
        return switch (precision) {
            case FLOAT32 -> Optional.empty();
            case INT8 -> Optional.of("libtorch has no int8 here");
            case TF32, FP16, BF16 ->
                switch (device.kind()) {
                    case CPU -> cpuLacks(precision);
                    case CUDA -> gpuLacks(device, precision);
                };
        };
    }

    private Optional<String> cpuLacks(Precision precision) {
        if (precision != Precision.BF16) {
            return Optional.of(precision + " needs a GPU");
        }
        return bfloat16 ? Optional.empty() : Optional.of("bf16 needs a processor with avx512_bf16 or amx_bf16");
    }

    private Optional<String> gpuLacks(Device device, Precision precision) {
        if (precision == Precision.FP16) {
            return Optional.empty();
        }
        if (precision == Precision.TF32 && !tf32) {
            return Optional.of("this libtorch cannot be told to use tf32");
        }
        OptionalInt known = capability.apply(device);
        if (known.isEmpty()) {
            return Optional.of(
                    precision + " needs a GPU of compute capability 8.0, and that of " + device + " is not known");
        }
        int has = known.getAsInt();
        return has >= CudaDevices.AMPERE
                ? Optional.empty()
                : Optional.of(precision + " needs a GPU of compute capability 8.0, and " + device + " has " + has / 10
                        + "." + has % 10);
    }

    @Override
    public Arithmetic arithmetic(Device device, Precision precision) {
        return new Arithmetic(
                device.kind() == Device.Kind.CUDA,
                switch (precision) {
                    case FLOAT32, TF32, INT8 -> NumberType.FLOAT32;
                    case FP16 -> NumberType.FLOAT16;
                    case BF16 -> NumberType.BFLOAT16;
                });
    }
}
