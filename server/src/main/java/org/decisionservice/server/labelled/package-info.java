/**
 * Files of questions whose answers are known: {@link org.decisionservice.server.labelled.LabelledFile} reads lines of
 * JSON and spreadsheets into {@link org.decisionservice.server.labelled.LabelledRow}s. What is wrong with a file is
 * said with the number of its line, as a {@link org.decisionservice.server.labelled.LabelsException}.
 */
@NullMarked
package org.decisionservice.server.labelled;

import org.jspecify.annotations.NullMarked;
