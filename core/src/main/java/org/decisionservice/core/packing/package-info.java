/**
 * Packs questions and states into rows of tokens, one row for each question and state:
 *
 * <pre>[CLS] "type question: instructions" [SEP] [MASK] option 0 [MASK] option 1 … [SEP] state [SEP]</pre>
 *
 * <p>A {@link org.decisionservice.core.packing.RowPacker} knows the checkpoint and the request's windows. It turns the
 * questions into {@link org.decisionservice.core.packing.PackedQuestions}, tokenized once; those pack each state,
 * tokenized once as well, into a {@link org.decisionservice.core.packing.PackedState} of rows and token accounting. If
 * a row is too long, the options are shortened first, then the instructions, then the state. A question whose options
 * still do not all fit is refused or, if the deployment enables it and the question is a choice, gets several rows
 * ({@code ChoiceParts}). If a request has a {@link org.decisionservice.core.packing.WindowAllowance}, a state that is
 * too long is not cut: every question gets a row for each of its windows ({@code WindowCuts}) and for each of its
 * sentences ({@code Sentences}), with offsets into the state's text ({@code StateSpans}). A {@link
 * org.decisionservice.core.packing.RowBatcher} splits the rows of many states into passes and keeps their order. A
 * {@link org.decisionservice.core.packing.PackedRow} refers to the tokens of its question and its state, and is put
 * together when its pass is computed.
 *
 * <p>Answers are matched to questions by ranges: {@link org.decisionservice.core.packing.RowBatcher} says which rows of
 * all passes belong to a state, and {@link org.decisionservice.core.packing.QuestionRows} which of those belong to a
 * question. Each {@link org.decisionservice.core.packing.RowRange} gives a view of the logits.
 */
@NullMarked
package org.decisionservice.core.packing;

import org.jspecify.annotations.NullMarked;
