// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.core.routing.language;

import org.decisionservice.api.Detection;
import org.decisionservice.api.State;

/** Determines what language evidence a state holds. Implementations keep no state between calls. */
public interface LanguageDetector {

    Detection detect(State state);
}
