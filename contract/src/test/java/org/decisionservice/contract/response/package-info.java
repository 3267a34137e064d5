/** Tests of the bytes of answers. */
@NullMarked
package org.decisionservice.contract.response;

import org.jspecify.annotations.NullMarked;
