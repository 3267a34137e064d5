/**
 * The service watches itself: {@link org.decisionservice.server.drift.DriftMonitor} counts what is answered,
 * {@link org.decisionservice.server.drift.DriftWindow} compares it with a frozen baseline, and
 * {@link org.decisionservice.server.drift.DriftMetrics} shows what it found on the operator's port.
 */
@NullMarked
package org.decisionservice.server.drift;

import org.jspecify.annotations.NullMarked;
