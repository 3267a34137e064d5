/**
 * From bytes to requests and from responses to bytes. {@link org.decisionservice.contract.Dialect} holds everything
 * that differs between the contracts of System One; OpenAI's and Google's Decisions APIs have a package each. To
 * support another contract, write a reader and a writer.
 */
@NullMarked
package org.decisionservice.contract;

import org.jspecify.annotations.NullMarked;
