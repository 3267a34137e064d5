/**
 * From a request to rows, and from their logits to responses: {@link org.decisionservice.core.plan.DecisionPlan}. The
 * service, the commands and the jobs of Apache Spark answer by the same plan, so they give the same answers.
 */
@NullMarked
package org.decisionservice.core.plan;

import org.jspecify.annotations.NullMarked;
