// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/** What is decided on: a text as it is, or a JSON document that the model reads as JSON text. */
public sealed interface State {

    record Text(String text) implements State {}

    /** A structured state. An array keeps its end when it is too long, everything else keeps its beginning. */
    record Json(JsonValue value) implements State {}
}
