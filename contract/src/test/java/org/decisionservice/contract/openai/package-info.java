/** Tests of the reader, the writer and the errors of {@code POST /v1/decisions}, without a server. */
@NullMarked
package org.decisionservice.contract.openai;

import org.jspecify.annotations.NullMarked;
