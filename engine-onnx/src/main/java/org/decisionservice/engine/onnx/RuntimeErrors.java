// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx;

import static org.decisionservice.engine.spi.EngineException.Kind.BAD_MODEL;
import static org.decisionservice.engine.spi.EngineException.Kind.DEVICE_LOST;
import static org.decisionservice.engine.spi.EngineException.Kind.OUT_OF_DEVICE_MEMORY;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.decisionservice.engine.kit.ErrorTable;
import org.decisionservice.engine.kit.ErrorTable.Meaning;
import org.decisionservice.engine.spi.EngineException;

/** Interprets the runtime's messages, because it has no typed errors for memory or devices. */
final class RuntimeErrors {
    private static final ErrorTable TABLE = new ErrorTable(List.of(
            new Meaning("failed to allocate memory", OUT_OF_DEVICE_MEMORY),
            new Meaning("available memory of", OUT_OF_DEVICE_MEMORY),
            new Meaning("cuda failure 999", DEVICE_LOST),
            new Meaning("ort_invalid_graph", BAD_MODEL),
            new Meaning("ort_invalid_protobuf", BAD_MODEL),
            new Meaning("ort_no_suchfile", BAD_MODEL),
            new Meaning("external data", BAD_MODEL),
            new Meaning("external initializer", BAD_MODEL)));

    /** What failed in CUDA, without the C++ signatures before it and the place in the source after it. */
    private static final Pattern CUDA_FAILURE = Pattern.compile("(?:CUDA|CUBLAS|CUDNN|CUFFT) failure \\d+: [^;]*[^; ]");

    private RuntimeErrors() {}

    /** Translates an error into one of the matching kind. Errors that DJL wraps are unwrapped. */
    static EngineException translate(String doing, Throwable error) {
        EngineException translated = TABLE.translate(doing, error);
        Matcher failure = CUDA_FAILURE.matcher(String.valueOf(translated.getMessage()));
        return failure.find()
                ? new EngineException(translated.kind(), doing + ": " + failure.group(), error)
                : translated;
    }
}
