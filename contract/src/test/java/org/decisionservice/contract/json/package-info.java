/** Tests of JSON without HTTP. */
@NullMarked
package org.decisionservice.contract.json;

import org.jspecify.annotations.NullMarked;
