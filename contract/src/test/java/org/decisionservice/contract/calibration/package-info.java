@NullMarked
package org.decisionservice.contract.calibration;

import org.jspecify.annotations.NullMarked;
