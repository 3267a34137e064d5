// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/** The input of a decision: plain text, or a JSON document that the model reads as JSON text. */
public sealed interface State {
    /** The text that the model reads. */
    String text();

    record Text(String text) implements State {}

    /**
     * A structured state. If it is too long, an array keeps its end and anything else keeps its beginning.
     *
     * @param text of the document, rendered once, when the request is read
     */
    record Json(String text) implements State {}
}
