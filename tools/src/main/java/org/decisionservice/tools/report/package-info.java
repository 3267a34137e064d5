/**
 * What people read: {@link org.decisionservice.tools.report.Report} puts the numbers of a file of labels together,
 * {@link org.decisionservice.tools.report.TextReport} shows them in a terminal and
 * {@link org.decisionservice.tools.report.HtmlReport} on a page. {@link
 * org.decisionservice.tools.report.LearningReport} is the page of what labels taught. {@link
 * org.decisionservice.tools.report.Comparison} says how two ways of answering differ, and {@link
 * org.decisionservice.tools.report.Trial} whether to change from one to the other.
 */
@NullMarked
package org.decisionservice.tools.report;

import org.jspecify.annotations.NullMarked;
