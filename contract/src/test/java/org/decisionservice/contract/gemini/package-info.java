/** Tests of the reader, the writer and the errors of {@code POST /v1beta/decisions}, without a server. */
@NullMarked
package org.decisionservice.contract.gemini;

import org.jspecify.annotations.NullMarked;
