@NullMarked
package org.decisionservice.playground;

import org.jspecify.annotations.NullMarked;
