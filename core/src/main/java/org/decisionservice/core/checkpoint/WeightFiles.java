// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.decisionservice.core.text.Quote;
import org.decisionservice.engine.spi.ModelWeights;
import org.decisionservice.engine.spi.TensorInfo;

/**
 * Finds the weights of a checkpoint: one safetensors file, or several beside an index that says which tensor is in
 * which, as large models are saved.
 */
public final class WeightFiles {
    static final String WEIGHTS = "model.safetensors";
    static final String INDEX = WEIGHTS + ".index.json";

    private static final String PICKLED = "pytorch_model.bin";
    private static final int MOST_FILES = 1_000;
    private static final int CHUNK_BYTES = 1 << 20;

    /** A name that leads nowhere else. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,200}\\.safetensors");

    private WeightFiles() {}

    /**
     * Reads the headers of the weights in a checkpoint directory.
     *
     * @param beside a further file that holds tensors, if the family has one
     * @throws CheckpointException naming the file and what is wrong with it
     */
    static ModelWeights read(Path directory, Optional<String> beside) {
        List<String> names = names(directory);
        beside.ifPresent(name -> ConfigFile.require(directory, name));
        return of(
                directory.resolve(isSharded(directory) ? INDEX : names.getFirst()),
                Stream.concat(names.stream(), beside.stream())
                        .sorted()
                        .map(directory::resolve)
                        .toList());
    }

    /**
     * Reads the headers of files that hold the tensors together.
     *
     * @param named the file that messages name
     * @throws CheckpointException as {@link #read}
     */
    public static ModelWeights of(Path named, List<Path> files) {
        SequencedMap<String, TensorInfo> tensors = new LinkedHashMap<>();
        for (Path file : files) {
            SafetensorsHeader.read(file).tensors().forEach((tensor, place) -> {
                TensorInfo other = tensors.put(tensor, place);
                if (other != null) {
                    throw new CheckpointException(
                            String.valueOf(file.getFileName()),
                            "tensor " + Quote.of(tensor) + " is in "
                                    + other.file().getFileName() + " too");
                }
            });
        }
        return new ModelWeights(named, files, tensors);
    }

    private static boolean isSharded(Path directory) {
        return !Files.isRegularFile(directory.resolve(WEIGHTS)) && Files.isRegularFile(directory.resolve(INDEX));
    }

    /**
     * The names of the safetensors files that make up the weights.
     *
     * @throws CheckpointException if there are none, or the index cannot be read
     */
    static List<String> names(Path directory) {
        if (!isSharded(directory)) {
            if (!Files.exists(directory.resolve(WEIGHTS)) && Files.exists(directory.resolve(PICKLED))) {
                throw new CheckpointException(
                        WEIGHTS,
                        "is missing, and " + PICKLED
                                + " beside it is a format that can run code when it is read; save the"
                                + " model with safe_serialization=True");
            }
            ConfigFile.require(directory, WEIGHTS);
            return List.of(WEIGHTS);
        }
        ConfigFile index = ConfigFile.read(directory, INDEX);
        SortedSet<String> names = new TreeSet<>();
        for (JsonNode name : index.object("weight_map").orElseThrow(() -> index.wrong("'weight_map' is missing"))) {
            if (!name.isTextual() || !NAME.matcher(name.textValue()).matches()) {
                throw index.wrong(
                        "'weight_map' names " + index.shown(name) + ", expected a safetensors file of the same folder");
            }
            names.add(name.textValue());
        }
        if (names.isEmpty() || names.size() > MOST_FILES) {
            throw index.wrong("'weight_map' names " + names.size() + " files, expected 1 to " + MOST_FILES);
        }
        return List.copyOf(names);
    }

    /** The files that the weights depend on, as far as that is known: the index, what it names, and {@code beside}. */
    static List<String> dependencies(Path directory, Optional<String> beside) {
        List<String> names = new ArrayList<>(List.of(WEIGHTS, INDEX));
        beside.ifPresent(names::add);
        try {
            names.addAll(names(directory));
        } catch (CheckpointException _) {
            // Reading the weights will report the error.
        }
        return names;
    }

    /**
     * The first tensor that holds NaN, or else infinity. Reads all weights.
     *
     * @return empty if all values are finite, or a file cannot be read
     */
    public static Optional<String> notFinite(ModelWeights weights) {
        Optional<String> infinite = Optional.empty();
        try {
            for (TensorInfo tensor : weights.tensors().values()) {
                Extreme found = extreme(tensor);
                if (found == Extreme.NAN) {
                    return Optional.of(tensor.name());
                }
                if (found == Extreme.INFINITY && infinite.isEmpty()) {
                    infinite = Optional.of(tensor.name());
                }
            }
        } catch (IOException _) {
            return Optional.empty();
        }
        return infinite;
    }

    /** The worst value of a tensor. */
    private enum Extreme {
        FINITE,
        INFINITY,
        NAN
    }

    private static Extreme extreme(TensorInfo tensor) throws IOException {
        Extreme worst = Extreme.FINITE;
        if (!tensor.type().isWeight()) {
            return worst;
        }
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(tensor.file())) {
            for (long done = 0; done < tensor.byteSize(); done += chunk.limit()) {
                chunk.clear().limit((int) Math.min(CHUNK_BYTES, tensor.byteSize() - done));
                while (chunk.hasRemaining()) {
                    if (channel.read(chunk, tensor.offset() + done + chunk.position()) < 0) {
                        throw new EOFException();
                    }
                }
                chunk.flip();
                while (chunk.hasRemaining()) {
                    float value = switch (tensor.type()) {
                        case F32 -> chunk.getFloat();
                        case F16 -> Float.float16ToFloat(chunk.getShort());
                        default -> Float.intBitsToFloat(chunk.getShort() << 16);
                    };
                    if (Float.isNaN(value)) {
                        return Extreme.NAN;
                    }
                    worst = Float.isInfinite(value) ? Extreme.INFINITY : worst;
                }
            }
        }
        return worst;
    }
}
