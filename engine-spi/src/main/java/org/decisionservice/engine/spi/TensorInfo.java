// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.spi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The location of a tensor in its safetensors file.
 *
 * @param file may be a symbolic link, as in a hub cache
 * @param shape row-major dimensions, in elements
 * @param offset bytes from the start of the file
 * @param byteSize bytes of the whole tensor
 */
public record TensorInfo(Path file, String name, DataType type, List<Long> shape, long offset, long byteSize) {
    public TensorInfo {
        shape = List.copyOf(shape);
    }

    /** Number of elements. */
    public long elements() {
        return shape.stream().reduce(1L, Math::multiplyExact);
    }

    /**
     * A slice of this tensor along its first dimension, used to split fused projections.
     *
     * @param first index of the first slice
     * @param count number of slices
     */
    public TensorInfo rows(long first, long count) {
        if (first < 0 || count < 0 || first + count > shape.getFirst()) {
            throw new IllegalArgumentException("rows " + first + " + " + count + " of " + this);
        }
        List<Long> part = new ArrayList<>(shape);
        part.set(0, count);
        long rowSize = byteSize / shape.getFirst();
        return new TensorInfo(
                file,
                name + "[" + first + ":" + (first + count) + "]",
                type,
                part,
                offset + first * rowSize,
                count * rowSize);
    }
}
