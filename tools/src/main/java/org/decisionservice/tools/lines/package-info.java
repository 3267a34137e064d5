/**
 * Answers a file of requests, line by line: {@link org.decisionservice.tools.lines.LineFile} reads it,
 * {@link org.decisionservice.tools.lines.LineAnswerer} answers a line in this process or over HTTP,
 * {@link org.decisionservice.tools.lines.AnswerFile} holds the answers, in such a way that a killed run goes on where
 * it stopped, and {@link org.decisionservice.tools.lines.LineRun} leads from one to the other. Line n of the answers
 * always belongs to line n of the requests.
 */
@NullMarked
package org.decisionservice.tools.lines;

import org.jspecify.annotations.NullMarked;
