/**
 * From a request to rows, and from their logits to responses: {@link org.decisionservice.core.plan.DecisionPlan}. The
 * service, the commands and the jobs of Apache Spark answer by the same plan, so they give the same answers.
 *
 * <p>{@link org.decisionservice.core.plan.Occlusion} finds out which parts of a state the answers depend on: the state
 * is answered without each part in turn, by the same plan as every other state.
 */
@NullMarked
package org.decisionservice.core.plan;

import org.jspecify.annotations.NullMarked;
