@NullMarked
package org.decisionservice.tools.judge;

import org.jspecify.annotations.NullMarked;
