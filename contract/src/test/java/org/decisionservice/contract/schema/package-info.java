/** Tests of bodies that become requests or are refused. */
@NullMarked
package org.decisionservice.contract.schema;

import org.jspecify.annotations.NullMarked;
