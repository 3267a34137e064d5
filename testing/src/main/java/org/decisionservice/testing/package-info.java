/** Guarded and scripted engines, copies of checkpoints, and what else tests of several modules share. */
@NullMarked
package org.decisionservice.testing;

import org.jspecify.annotations.NullMarked;
