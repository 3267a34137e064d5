/**
 * Judges answers by a file of labels, in this process: {@link org.decisionservice.tools.judge.Asking} asks rows so
 * that they share passes, {@link org.decisionservice.tools.judge.Judgement} puts each answer beside its label, and
 * {@link org.decisionservice.tools.judge.ReportJson} writes the report that a later one is compared with. What the
 * numbers mean is in the module {@code judging}.
 */
@NullMarked
package org.decisionservice.tools.judge;

import org.jspecify.annotations.NullMarked;
