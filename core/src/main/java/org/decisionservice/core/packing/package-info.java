/**
 * Packs questions and states into rows of tokens, one row for each question and state:
 *
 * <pre>[CLS] "type question: instructions" [SEP] [MASK] option 0 [MASK] option 1 … [SEP] state [SEP]</pre>
 *
 * <p>A {@link org.decisionservice.core.packing.RowPacker} knows the checkpoint and the row sizes of the request. It
 * tokenizes the questions once, into {@link org.decisionservice.core.packing.PackedQuestions}. Those tokenize each
 * state once, and pack it into a {@link org.decisionservice.core.packing.PackedState}: its rows, and how many tokens
 * they use. If a row is too long, the options are shortened first, then the instructions ({@code QuestionHead}), then
 * the state. A question whose options still do not all fit is refused or, if the deployment enables it and the question
 * is a choice, gets several rows. A model that reads all questions of a request together gets one row for them, in
 * which nothing but the state is shortened ({@code JointHead}); parts of a question, and a question that labels taught,
 * have rows of their own there ({@code SharedRows}):
 *
 * <pre>[CLS] "type question: instructions" [MASK] option 0 [MASK] option 1 … [SEP] … [SEP] state [SEP]</pre>
 *
 * <p>If a request has a {@link org.decisionservice.core.packing.WindowAllowance}, a state that is too
 * long is not cut: every question gets a row for each window ({@code TokenRange}) and for each sentence
 * ({@code Sentences}) of the state, with offsets into its text ({@code StateTokens}). {@link
 * org.decisionservice.core.packing.PlannedPasses} are the rows of many states, split into passes of similar rows. A
 * {@link org.decisionservice.core.packing.PackedRow} refers to the tokens of its question and its state, and is put
 * together when its pass is computed.
 *
 * <p>Answers are matched to questions by position: the rows of a state have their place among all rows, and
 * {@link org.decisionservice.core.packing.QuestionRows} which rows of the state belong to a question, and which of
 * their slots if they ask others too.
 */
@NullMarked
package org.decisionservice.core.packing;

import org.jspecify.annotations.NullMarked;
