@NullMarked
package org.decisionservice.server.process;

import org.jspecify.annotations.NullMarked;
