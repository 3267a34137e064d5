/**
 * What people read: {@link org.decisionservice.judging.report.Report} puts the numbers of a file of labels together,
 * {@link org.decisionservice.judging.report.TextReport} shows them in a terminal and
 * {@link org.decisionservice.judging.report.HtmlReport} on a page. {@link
 * org.decisionservice.judging.report.LearningReport} is the page of what labels taught.
 */
@NullMarked
package org.decisionservice.judging.report;

import org.jspecify.annotations.NullMarked;
