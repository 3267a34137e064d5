/** Tests of the decision log: its file, its queue, and what a line says. */
@NullMarked
package org.decisionservice.server.decisionlog;

import org.jspecify.annotations.NullMarked;
