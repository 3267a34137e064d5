// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.contract.Contract;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.WireOptions;
import org.decisionservice.contract.request.QuestionSources;
import org.decisionservice.contract.request.StateCleaning;
import org.decisionservice.server.access.Callers;
import org.decisionservice.server.admission.Admission;
import org.decisionservice.server.admission.LeastRate;
import org.decisionservice.server.config.HttpOptions;
import org.decisionservice.server.config.SettingsReader;

/** The defaults, but for what a test names. */
final class Options {
    private static final HttpOptions DEFAULTS =
            SettingsReader.read(Map.of(), Path.of("none.yaml")).http();

    private Optional<String> key = Optional.empty();
    private String rootPath = DEFAULTS.rootPath();
    private WireOptions wire = DEFAULTS.wire();
    private HttpOptions.Admitting admitting = DEFAULTS.admitting();
    private HttpOptions.Patience patience = DEFAULTS.patience();
    private Callers callers = DEFAULTS.callers();
    private HttpOptions.Docs docs = HttpOptions.Docs.WITHOUT_KEY;
    private boolean mcp;
    private Optional<Path> keysFile = Optional.empty();

    /** A file of keys with names. */
    Options keys(Path file) {
        keysFile = Optional.of(file);
        return this;
    }

    Options key(String value) {
        key = Optional.of(value);
        return this;
    }

    Options rootPath(String value) {
        rootPath = value;
        return this;
    }

    Options contract(Contract value) {
        wire = wire.with(value);
        return this;
    }

    Options overloadStatus(int status) {
        return wire(Set.of(), status, wire.plans());
    }

    /** With OpenAI's API beside the contract. */
    Options openAi(int overloadStatus) {
        return wire(Set.of(DecisionRoute.DECISIONS), overloadStatus, wire.plans());
    }

    /** With other Decisions APIs beside the contract. */
    Options decisions(DecisionRoute... routes) {
        return wire(Set.of(routes), wire.overloadStatus(), wire.plans());
    }

    /** With a route that plans requests. */
    Options plans() {
        return wire(wire.decisions(), wire.overloadStatus(), true);
    }

    /** With agents served. */
    Options mcp() {
        mcp = true;
        return wire(wire.decisions(), wire.overloadStatus(), wire.plans());
    }

    private Options wire(Set<DecisionRoute> decisions, int status, boolean plans) {
        wire = new WireOptions(
                wire.contract(),
                decisions,
                mcp,
                wire.jevConfidence(),
                wire.headName(),
                wire.maxTokenBudget(),
                wire.choiceOptions(),
                status,
                wire.labelled(),
                wire.sources(),
                wire.cleaning(),
                plans,
                wire.explains());
        return this;
    }

    /** With questions from elsewhere than the request. */
    Options sources(QuestionSources sources) {
        wire = wire.with(sources);
        return this;
    }

    /** Which states are cleaned. */
    Options cleaning(StateCleaning cleaning) {
        wire = wire.with(cleaning);
        return this;
    }

    Options atOnce(int requests, Admission.Queue queue) {
        admitting = new HttpOptions.Admitting(requests, admitting.perAddress(), queue);
        return this;
    }

    Options perAddress(int requests) {
        admitting = new HttpOptions.Admitting(admitting.maxConcurrent(), requests, admitting.queue());
        return this;
    }

    Options bodyTimeout(Duration limit) {
        patience = new HttpOptions.Patience(limit, patience.requestTimeout(), patience.leastRate());
        return this;
    }

    Options leastRate(LeastRate rate) {
        patience = new HttpOptions.Patience(patience.bodyReadTimeout(), patience.requestTimeout(), rate);
        return this;
    }

    Options requestTimeout(Duration limit) {
        patience = new HttpOptions.Patience(patience.bodyReadTimeout(), Optional.of(limit), patience.leastRate());
        return this;
    }

    Options callers(Callers value) {
        callers = value;
        return this;
    }

    Options docs() {
        docs = HttpOptions.Docs.ALWAYS;
        return this;
    }

    /** With pages that may have the service learn. */
    Options learning() {
        docs = HttpOptions.Docs.LEARN;
        return this;
    }

    HttpOptions build() {
        return new HttpOptions(key, keysFile, rootPath, wire, admitting, patience, callers, docs);
    }

    TestServer open() {
        return new TestServer(build());
    }
}
