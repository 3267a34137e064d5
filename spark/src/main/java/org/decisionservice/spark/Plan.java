// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.spark;

import java.io.Serializable;

/**
 * The questions and settings of a job, as they travel from the driver to the executors.
 *
 * @param checkpoints directory, or the name of an archive that Spark unpacks for every executor
 * @param questions JSON object of question id to question
 * @param controls JSON object of the optional fields of a request
 * @param documents whether states are JSON text
 * @param defaultModel checkpoint for states without language evidence
 * @param autoTask whether question ids alone may select the typed-decisions checkpoint
 * @param calibration path of a calibration; empty if there is none
 * @param learned path of a file of what labels taught; empty if there is none
 * @param literalText whether special tokens in texts are read as plain text
 * @param tournamentGroup as {@code SERVICE_TOURNAMENT_GROUP}
 * @param optionOrders as {@code SERVICE_OPTION_ORDERS}, 1 to 8
 * @param full whether the whole contract is asked for, as with {@code SERVICE_CONTRACT=full}
 * @param engine name of the engine
 * @param precision name of the precision
 * @param threads of one pass, at least 1
 * @param sharedTokens limit of a pass that several states share, rows times longest row; 0 if none do
 */
record Plan(
        String checkpoints,
        String questions,
        String controls,
        boolean documents,
        String defaultModel,
        boolean autoTask,
        String calibration,
        String learned,
        boolean literalText,
        String tournamentGroup,
        int optionOrders,
        boolean full,
        String engine,
        String precision,
        int threads,
        int sharedTokens)
        implements Serializable {}
