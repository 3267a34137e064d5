// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.decisionservice.core.text;

import org.jspecify.annotations.NullMarked;
