/**
 * What the packages of a process that computes have in common: its settings, its health, the service that it offers,
 * and how it fails. {@link org.decisionservice.host.backend.Backend} puts the packages together.
 */
@NullMarked
package org.decisionservice.host;

import org.jspecify.annotations.NullMarked;
