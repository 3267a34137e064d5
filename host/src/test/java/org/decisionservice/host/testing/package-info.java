// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
/** What several packages of this module's tests share and other modules have no use for. */
@NullMarked
package org.decisionservice.host.testing;

import org.jspecify.annotations.NullMarked;
