/**
 * From bytes to requests and from responses to bytes. {@link org.decisionservice.contract.Dialect} holds everything that
 * differs between the contracts of System One; OpenAI's Decisions API has a package of its own. To support another
 * contract, write a reader and a writer.
 */
@NullMarked
package org.decisionservice.contract;

import org.jspecify.annotations.NullMarked;
