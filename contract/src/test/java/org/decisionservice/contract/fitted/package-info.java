@NullMarked
package org.decisionservice.contract.fitted;

import org.jspecify.annotations.NullMarked;
