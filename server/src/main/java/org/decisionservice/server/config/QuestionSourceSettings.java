// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.config;

import java.nio.file.Path;
import java.util.Optional;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.QuestionSetFolder;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.host.ConfigurationException;

/** Reads where questions come from besides those that requests have themselves. */
final class QuestionSourceSettings {
    private QuestionSourceSettings() {}

    /**
     * Reads them, and the question sets.
     *
     * @param wire of the requests that will ask these questions
     */
    static QuestionSources read(Values values, WireOptions wire) {
        boolean schemas = values.flag(Setting.SCHEMAS);
        if (schemas && wire.contract() == Contract.STRICT) {
            throw new ConfigurationException("SERVICE_SCHEMAS: answers of the strict contract have no place for the"
                    + " object of a schema; use another SERVICE_CONTRACT, or leave this unset");
        }
        Optional<Path> folder = values.read(Setting.QUESTION_SETS, "the path of a folder", Values::path);
        Optional<String> guardrail = values.text(Setting.GUARDRAIL);
        if (guardrail.isPresent() && folder.isEmpty()) {
            throw new ConfigurationException("SERVICE_GUARDRAIL: it names one of the question sets; set"
                    + " SERVICE_QUESTION_SETS to their folder, or leave this unset");
        }
        return new QuestionSources(folder.map(path -> sets(path, wire, guardrail)), schemas);
    }

    private static QuestionSetFolder sets(Path folder, WireOptions wire, Optional<String> guardrail) {
        try {
            return QuestionSetFolder.open(folder, Dialect.of(wire).rules(), guardrail);
        } catch (QuestionSetFolder.Unusable e) {
            throw new ConfigurationException("SERVICE_QUESTION_SETS: " + e.getMessage());
        }
    }
}
