// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.tools.lines;

import static java.lang.System.Logger.Level.ERROR;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.decisionservice.api.Refusal;
import org.decisionservice.api.RefusedException;
import org.decisionservice.contract.BodyLimit;
import org.decisionservice.contract.DecisionFormat;
import org.decisionservice.contract.DecisionRoute;
import org.decisionservice.contract.Dialect;
import org.decisionservice.contract.response.ErrorForm;
import org.decisionservice.core.text.RootCause;
import org.decisionservice.host.ConfigurationException;
import org.decisionservice.host.DecisionService;
import org.decisionservice.host.Fatal;
import org.decisionservice.host.Patience;
import org.decisionservice.host.decision.TruncationLog;
import org.decisionservice.tools.judge.Answering;

/** Answers in this process, as the route and {@code --once} do. */
public final class LocalAnswerer implements LineAnswerer {
    private static final System.Logger LOG = System.getLogger(LocalAnswerer.class.getName());
    private static final Refusal FAILED = new Refusal(Refusal.Kind.FAILED, "inference failed");

    private final Answering answering;
    private final DecisionFormat format;
    private final Optional<TruncationLog> truncations;
    private final ErrorForm errors;

    /** {@code answering} is closed with this. */
    public LocalAnswerer(Answering answering) {
        this.answering = answering;
        this.format =
                DecisionFormat.of(DecisionRoute.SINGLE, answering.service().names(), answering.options());
        this.truncations = TruncationLog.of(format);
        this.errors = Dialect.of(answering.options()).errors().systemOne();
    }

    @Override
    public Supplier<AnsweredLine> begin(byte[] request, long length) {
        Future<DecisionService.Decision> begun = answering.begin(() -> {
            if (length > BodyLimit.BYTES) {
                throw BodyLimit.counted(length);
            }
            return format.parse(request);
        });
        return () -> finish(begun);
    }

    private AnsweredLine finish(Future<DecisionService.Decision> begun) {
        try {
            DecisionService.Decision decision = Patience.UNLIMITED.await(begun);
            truncations.ifPresent(log -> log.record("answer", decision));
            return new AnsweredLine(decision.body().bytes(), false);
        } catch (RefusedException e) {
            return new AnsweredLine(errors.body(e.refusal()), true);
        } catch (ConfigurationException e) {
            throw e;
        } catch (RuntimeException e) {
            Fatal.check(e);
            LOG.log(ERROR, "inference failed: {0}", RootCause.of(e));
            return new AnsweredLine(errors.body(FAILED), true);
        }
    }

    @Override
    public Map<String, String> revisions() {
        return answering.revisions();
    }

    @Override
    public void close() {
        answering.close();
    }
}
