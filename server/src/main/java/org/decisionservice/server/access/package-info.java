// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Who may call a port that asks for no key. {@link org.decisionservice.server.access.BindHost} says what an address to
 * listen on means, {@link org.decisionservice.server.access.Callers} is what an operator configured, and
 * {@link org.decisionservice.server.access.CallerRule} refuses pages of other sites and names that are not the
 * service's own.
 */
@NullMarked
package org.decisionservice.server.access;

import org.jspecify.annotations.NullMarked;
