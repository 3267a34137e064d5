/**
 * Judges answers by a file of labels, in this process: {@link org.decisionservice.server.judge.Asking} asks rows so
 * that they share passes, {@link org.decisionservice.server.judge.Judgement} puts each answer beside its label, and
 * {@link org.decisionservice.server.judge.ReportJson} writes the report that a later one is compared with. What the
 * numbers mean is in the module {@code judging}.
 */
@NullMarked
package org.decisionservice.server.judge;

import org.jspecify.annotations.NullMarked;
