/**
 * Reads the body of another API's route member by member: {@link org.decisionservice.contract.members.Members} is an
 * object of it, {@link org.decisionservice.contract.members.Place} where something stands and how it is refused there,
 * {@link org.decisionservice.contract.members.Contents} the texts and parts of a content,
 * {@link org.decisionservice.contract.members.Media} what is no text. What a member means is the
 * business of the API's own package.
 */
@NullMarked
package org.decisionservice.contract.members;

import org.jspecify.annotations.NullMarked;
