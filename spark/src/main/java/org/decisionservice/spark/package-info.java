/**
 * The service's decisions on the rows of an Apache Spark dataset, computed in the executors without HTTP.
 *
 * <p>{@link org.decisionservice.spark.Decisions} is the front, on the driver: it checks what is asked and adds a step
 * to the dataset. In an executor, {@link org.decisionservice.spark.ScoredPartition} is that step: it reads groups of
 * rows, and {@link org.decisionservice.spark.PlannedAnswers} answers each group by the core's
 * {@link org.decisionservice.core.plan.DecisionPlan}, as the service does, with the models of the process, which {@link
 * org.decisionservice.spark.ExecutorModels} keeps. Every step is a function of its rows only, so a task that Spark
 * repeats gives the same rows again. {@link org.decisionservice.spark.Score} is the program for {@code spark-submit}.
 */
@NullMarked
package org.decisionservice.spark;

import org.jspecify.annotations.NullMarked;
