/**
 * What people read: {@link org.decisionservice.judging.report.Report} puts the numbers of a file of labels together,
 * {@link org.decisionservice.judging.report.TextReport} shows them in a terminal and
 * {@link org.decisionservice.judging.report.HtmlReport} on a page. {@link
 * org.decisionservice.judging.report.LearningReport} is the page of what labels taught. {@link
 * org.decisionservice.judging.report.Comparison} says how two ways of answering differ, and {@link
 * org.decisionservice.judging.report.Trial} whether to change from one to the other.
 */
@NullMarked
package org.decisionservice.judging.report;

import org.jspecify.annotations.NullMarked;
