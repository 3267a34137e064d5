/** Tests of the members that the bodies of several APIs have alike. */
@NullMarked
package org.decisionservice.contract.members;

import org.jspecify.annotations.NullMarked;
