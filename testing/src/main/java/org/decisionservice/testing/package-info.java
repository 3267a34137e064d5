/**
 * Guarded and scripted engines, copies of checkpoints, a client of agents, output of commands, and what else tests of
 * several modules share.
 */
@NullMarked
package org.decisionservice.testing;

import org.jspecify.annotations.NullMarked;
