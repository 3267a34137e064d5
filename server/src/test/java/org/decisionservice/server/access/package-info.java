// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.decisionservice.server.access;

import org.jspecify.annotations.NullMarked;
