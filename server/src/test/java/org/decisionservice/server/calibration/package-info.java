@NullMarked
package org.decisionservice.server.calibration;

import org.jspecify.annotations.NullMarked;
