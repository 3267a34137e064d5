// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing;

import java.lang.Character.UnicodeScript;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.decisionservice.api.CheckpointName;
import org.decisionservice.api.Controls;
import org.decisionservice.api.Detection;
import org.decisionservice.api.State;
import org.decisionservice.core.routing.language.LanguageDetector;

/**
 * Chooses the checkpoint for one state. What the client names comes first, then the question ids, then the language of
 * the state, which is examined only if nothing else decided.
 */
public final class CheckpointRouter {
    private final CheckpointName defaultCheckpoint;
    private final boolean autoTask;
    private final Optional<CheckpointName> pinned;
    private final LanguageDetector detector;

    /**
     * @param defaultCheckpoint used if the state holds no language evidence
     * @param autoTask whether question ids alone may select the typed-decisions checkpoint
     * @param pinned used for every request that does not name a model itself
     */
    public CheckpointRouter(
            CheckpointName defaultCheckpoint,
            boolean autoTask,
            Optional<CheckpointName> pinned,
            LanguageDetector detector) {
        this.defaultCheckpoint = defaultCheckpoint;
        this.autoTask = autoTask;
        this.pinned = pinned;
        this.detector = detector;
    }

    /**
     * The route of {@code state}.
     *
     * @param questionIds ids of the request's questions, in any order
     */
    public Route route(State state, Set<String> questionIds, Controls controls) {
        return named(controls)
                .or(() -> byWorkflow(questionIds))
                .or(() -> byLanguageCode(questionIds, controls))
                .orElseGet(() -> byDetection(state, questionIds));
    }

    private Optional<Route> named(Controls controls) {
        return controls.model()
                .map(model -> forced(model.checkpoint(), "explicit model=" + Quoted.of(model.text())))
                .or(() -> pinned.map(name -> forced(name, "pinned by the deployment: " + name)))
                .or(() -> controls.task()
                        .map(task -> forced(task.checkpoint(), "explicit task=" + Quoted.of(task.text()))));
    }

    private static Route forced(CheckpointName name, String reason) {
        return new Route(name, reason, Optional.empty(), Optional.empty());
    }

    private Optional<Route> byWorkflow(Set<String> questionIds) {
        if (!autoTask) {
            return Optional.empty();
        }
        return workflow(questionIds)
                .map(name -> new Route(
                        CheckpointName.TYPED_DECISIONS,
                        "question ids match the '" + name + "' typed-decisions workflow",
                        Optional.empty(),
                        Optional.of(name)));
    }

    private static Optional<Route> byLanguageCode(Set<String> questionIds, Controls controls) {
        Optional<Route> byLang = controls.lang()
                .flatMap(code -> LanguageCode.stated(code)
                        .map(english -> byCode(english, "explicit lang=" + Quoted.of(code), questionIds)));
        return byLang.or(() -> controls.langGuess()
                .flatMap(LanguageCode::guessed)
                .map(english -> {
                    String found = english ? "English" : "non-English";
                    return byCode(english, "lang_guess: the caller identified this as " + found + " text", questionIds);
                }));
    }

    private static Route byCode(boolean english, String reason, Set<String> questionIds) {
        CheckpointName name = english ? CheckpointName.ENGLISH : CheckpointName.MULTILINGUAL;
        return new Route(name, reason, Optional.empty(), workflow(questionIds));
    }

    private Route byDetection(State state, Set<String> questionIds) {
        Detection detection = detector.detect(state);
        Optional<String> workflow = workflow(questionIds);
        if (!detection.english()) {
            return new Route(CheckpointName.MULTILINGUAL, notEnglish(detection), Optional.of(detection), workflow);
        }
        if (!detection.languageUndecided()) {
            return new Route(CheckpointName.ENGLISH, "English Latin text", Optional.of(detection), workflow);
        }
        String found = detection.script() == UnicodeScript.UNKNOWN
                ? "no letters detected in state"
                : "Latin script, language not identified and no non-English evidence";
        return new Route(
                defaultCheckpoint,
                found + "; using default (" + defaultCheckpoint + ")",
                Optional.of(detection),
                workflow);
    }

    private static String notEnglish(Detection detection) {
        Optional<String> quoted = detection.mixedSegment().map(segment -> Quoted.of(firstCharacters(segment, 60)));
        if (quoted.isPresent()) {
            String read = detection.language().map(code -> "'" + code + "'").orElse("another language");
            return "mostly English, but a line or field reads as " + read + " (" + quoted.get() + ")";
        }
        if (detection.script() != UnicodeScript.LATIN) {
            return String.format(
                    Locale.ROOT,
                    "non-Latin script (%s, %.0f%% of letters); the English checkpoint cannot read it",
                    Detection.nameOf(detection.script()),
                    100 * detection.nonLatinFraction());
        }
        return detection
                .language()
                .map(code -> "Latin script but language looks like '" + code + "', not English")
                .orElse("Latin script, language not identified but not English");
    }

    /** The first {@code count} code points. Surrogate pairs are never split. */
    private static String firstCharacters(String text, int count) {
        return text.codePointCount(0, text.length()) <= count
                ? text
                : text.substring(0, text.offsetByCodePoints(0, count));
    }

    private static Optional<String> workflow(Set<String> questionIds) {
        return Workflow.of(questionIds).map(Workflow::name);
    }
}
