/**
 * The process as the operating system sees it.
 *
 * <p>{@link org.decisionservice.server.process.ProcessText} reads the environment and the arguments as UTF-8 whatever
 * the locale says; {@link org.decisionservice.server.process.Terminal} tells a terminal that was closed from a signal
 * that was sent.
 */
@NullMarked
package org.decisionservice.server.process;

import org.jspecify.annotations.NullMarked;
