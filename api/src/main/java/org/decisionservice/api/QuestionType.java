// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

/** The three kinds of question, with their wire names and the codes that the model was trained with. */
public enum QuestionType {
    CHOICE("choice", 0),
    SCORE("score", 1),
    NOUL("noul", 2);

    private final String wireName;
    private final int code;

    QuestionType(String wireName, int code) {
        this.wireName = wireName;
        this.code = code;
    }

    public String wireName() {
        return wireName;
    }

    /** Index of the type embedding: choice 0, score 1, noul 2. */
    public int code() {
        return code;
    }
}
