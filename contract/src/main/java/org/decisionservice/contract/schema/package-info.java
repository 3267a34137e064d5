/**
 * Questions that a JSON Schema makes: {@link org.decisionservice.contract.schema.DecisionSchema} is one that was read,
 * and turns answers into the object that it describes; {@link org.decisionservice.contract.schema.SchemaProperty}
 * follows a property to what it may hold. The questions are those that upstream's library makes of the same schema.
 *
 * <p>Requests and responses both need it, and neither package may see the other.
 */
@NullMarked
package org.decisionservice.contract.schema;

import org.jspecify.annotations.NullMarked;
