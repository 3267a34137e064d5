// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

import org.decisionservice.engine.onnx.pass.PassInput;
import org.decisionservice.engine.spi.DataType;

/** The field numbers and constants of onnx.proto3 that the graph uses. */
final class Onnx {
    static final int MODEL_IR_VERSION = 1;
    static final int MODEL_PRODUCER = 2;
    static final int MODEL_GRAPH = 7;
    static final int MODEL_OPERATOR_SETS = 8;
    static final int OPERATOR_SET_DOMAIN = 1;
    static final int OPERATOR_SET_VERSION = 2;

    static final int GRAPH_NODES = 1;
    static final int GRAPH_NAME = 2;
    static final int GRAPH_INITIALIZERS = 5;
    static final int GRAPH_INPUTS = 11;
    static final int GRAPH_OUTPUTS = 12;
    static final int GRAPH_VALUES = 13;

    static final int NODE_INPUTS = 1;
    static final int NODE_OUTPUTS = 2;
    static final int NODE_NAME = 3;
    static final int NODE_OPERATOR = 4;
    static final int NODE_ATTRIBUTES = 5;
    static final int NODE_DOMAIN = 7;

    static final int ATTRIBUTE_NAME = 1;
    static final int ATTRIBUTE_FLOAT = 2;
    static final int ATTRIBUTE_INT = 3;
    static final int ATTRIBUTE_GRAPH = 6;
    static final int ATTRIBUTE_TYPE = 20;
    static final int TYPE_FLOAT = 1;
    static final int TYPE_INT = 2;
    static final int TYPE_GRAPH = 5;

    static final int TENSOR_DIMENSIONS = 1;
    static final int TENSOR_TYPE = 2;
    static final int TENSOR_NAME = 8;
    static final int TENSOR_RAW_DATA = 9;
    static final int TENSOR_EXTERNAL_DATA = 13;
    static final int TENSOR_DATA_LOCATION = 14;
    static final int LOCATION_EXTERNAL = 1;
    static final int ENTRY_KEY = 1;
    static final int ENTRY_VALUE = 2;

    static final int VALUE_NAME = 1;
    static final int VALUE_TYPE = 2;
    static final int TYPE_TENSOR = 1;
    static final int TENSOR_TYPE_ELEMENT = 1;
    static final int TENSOR_TYPE_SHAPE = 2;
    static final int SHAPE_DIMENSIONS = 1;
    static final int DIMENSION_SIZE = 1;
    static final int DIMENSION_NAME = 2;

    static final int FLOAT = 1;
    static final int UINT8 = 2;
    static final int INT8 = 3;
    static final int INT32 = 6;
    static final int INT64 = 7;
    static final int FLOAT16 = 10;
    static final int BFLOAT16 = 16;

    private Onnx() {}

    /** The element type a weight is stored as. */
    static int elementType(DataType type) {
        return switch (type) {
            case F32 -> FLOAT;
            case F16 -> FLOAT16;
            case BF16 -> BFLOAT16;
            default -> throw new IllegalArgumentException(type + " is no type of a weight");
        };
    }

    static int elementType(PassInput.Element element) {
        return switch (element) {
            case INT32 -> INT32;
            case FLOAT32 -> FLOAT;
        };
    }

    /** Bytes of one element. */
    static int bytes(int elementType) {
        return switch (elementType) {
            case UINT8, INT8 -> 1;
            case FLOAT16, BFLOAT16 -> 2;
            case FLOAT, INT32 -> 4;
            case INT64 -> 8;
            default -> throw new IllegalArgumentException("no element type: " + elementType);
        };
    }
}
