/**
 * From questions and states to rows of tokens, one row for each question over each state:
 *
 * <pre>[CLS] "type question: instructions" [SEP] [MASK] option 0 [MASK] option 1 … [SEP] state [SEP]</pre>
 *
 * <p>A {@link org.decisionservice.core.packing.RowPacker} knows the checkpoint and the request's windows. It turns the
 * questions into {@link org.decisionservice.core.packing.PackedQuestions}, tokenized once; those pack each state,
 * tokenized once as well, into a {@link org.decisionservice.core.packing.PackedState} of rows and token accounting.
 * Options that do not fit are shortened, then the instructions, then the state; a question whose options still do not
 * all get in is refused, or, if the deployment wants it, a choice gets several rows ({@code ChoiceParts}). A {@link
 * org.decisionservice.core.packing.RowBatcher} cuts the rows of many states into passes and keeps their order.
 *
 * <p>The way back goes by ranges: {@link org.decisionservice.core.packing.RowBatcher} says which rows of all passes
 * together are a state's, {@link org.decisionservice.core.packing.QuestionRows} which of those are a question's. Either
 * {@link org.decisionservice.core.packing.RowRange} gives a view of the logits.
 */
@NullMarked
package org.decisionservice.core.packing;

import org.jspecify.annotations.NullMarked;
