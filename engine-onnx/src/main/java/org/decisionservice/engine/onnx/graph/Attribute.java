// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.engine.onnx.graph;

/** A constant setting of a node. */
sealed interface Attribute {

    Proto toProto();

    record Whole(String name, long value) implements Attribute {
        @Override
        public Proto toProto() {
            return new Proto()
                    .text(Onnx.ATTRIBUTE_NAME, name)
                    .number(Onnx.ATTRIBUTE_INT, value)
                    .number(Onnx.ATTRIBUTE_TYPE, Onnx.TYPE_INT);
        }
    }

    record Real(String name, float value) implements Attribute {
        @Override
        public Proto toProto() {
            return new Proto()
                    .text(Onnx.ATTRIBUTE_NAME, name)
                    .number(Onnx.ATTRIBUTE_FLOAT, value)
                    .number(Onnx.ATTRIBUTE_TYPE, Onnx.TYPE_FLOAT);
        }
    }

    record Subgraph(String name, Proto value) implements Attribute {
        @Override
        public Proto toProto() {
            return new Proto()
                    .text(Onnx.ATTRIBUTE_NAME, name)
                    .message(Onnx.ATTRIBUTE_GRAPH, value)
                    .number(Onnx.ATTRIBUTE_TYPE, Onnx.TYPE_GRAPH);
        }
    }
}
