/**
 * Files of questions whose answers are known: {@link org.decisionservice.tools.labelled.LabelledFile} reads lines of
 * JSON and spreadsheets into {@link org.decisionservice.tools.labelled.LabelledRow}s. What is wrong with a file is
 * said with the number of its line, as a {@link org.decisionservice.tools.labelled.LabelsException}.
 */
@NullMarked
package org.decisionservice.tools.labelled;

import org.jspecify.annotations.NullMarked;
