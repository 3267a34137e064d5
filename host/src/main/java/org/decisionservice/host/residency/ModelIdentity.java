// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.host.residency;

import org.decisionservice.core.checkpoint.FileStamp;
import org.decisionservice.engine.spi.Device;
import org.decisionservice.engine.spi.Precision;

/**
 * Everything that decides about a model's numbers: models with the same identity compute the same from the same
 * rows, however often they are loaded.
 *
 * @param weights the file as it was when it was loaded
 */
public record ModelIdentity(FileStamp weights, Precision precision, Device device) {}
