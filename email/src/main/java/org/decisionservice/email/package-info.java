// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
/**
 * E-mails without what their senders did not newly write. {@link org.decisionservice.email.EmailCleaner} takes a state;
 * {@link org.decisionservice.email.MessageReader} and {@link org.decisionservice.email.HtmlText} make text of MIME and
 * HTML; {@link org.decisionservice.email.BodyCleaner} finds what to cut in a text, line by line, with the
 * {@link org.decisionservice.email.Vocabulary} of the files in {@code resources}.
 *
 * <p>Everything here takes time and memory in proportion to the text, whatever it holds: there are no regular
 * expressions, and what nests is followed to a fixed depth. The package is in a folder of its own, and nothing of it is
 * loaded unless a setting names it.
 */
@NullMarked
package org.decisionservice.email;

import org.jspecify.annotations.NullMarked;
