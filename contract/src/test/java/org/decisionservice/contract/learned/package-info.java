/** Tests of learned files: whole ones, and whatever else a path may lead to. */
@NullMarked
package org.decisionservice.contract.learned;

import org.jspecify.annotations.NullMarked;
