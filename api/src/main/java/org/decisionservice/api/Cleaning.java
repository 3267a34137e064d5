// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Text that was taken out of a state before it was decided on.
 *
 * @param form what the state was read as
 * @param decoded whether the offsets count in the text that the state was decoded to, rather than in the state as sent
 * @param cuts what was taken out, in the order of the text
 * @param partsLeftOut parts of a message that were not read: attachments, pictures, the same text in another form
 * @param keptWhole whether nothing was taken out because nothing would have been left
 * @param unknownCharset of a message that is in one which nobody here knows, so that its characters are a guess
 */
public record Cleaning(
        Form form,
        boolean decoded,
        List<Cut> cuts,
        int partsLeftOut,
        boolean keptWhole,
        Optional<String> unknownCharset) {
    public Cleaning {
        cuts = List.copyOf(cuts);
    }

    /** Text that was taken out of a state whose characters are known. */
    public Cleaning(Form form, boolean decoded, List<Cut> cuts, int partsLeftOut, boolean keptWhole) {
        this(form, decoded, cuts, partsLeftOut, keptWhole, Optional.empty());
    }

    /** The form in which a state was read. */
    public enum Form {
        /** The text of an e-mail. */
        TEXT,
        /** A whole e-mail with its header, as it is sent. */
        MESSAGE,
        /** An object with the fields of an e-mail. */
        OBJECT,
        /** Nothing that is cleaned. */
        OTHER;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The kind of text that was taken out. */
    public enum Kind {
        /** A message that is answered. */
        QUOTED,
        /** A message that is passed on. */
        FORWARDED,
        /** A closing with the name and what stands below it. */
        SIGNATURE,
        /** Lines that a device, a mail program or a mailing list adds. */
        FOOTER,
        /** Lines that a company's mail server adds: confidentiality, warnings. */
        DISCLAIMER,
        /** The same text in another form. */
        ALTERNATIVE;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A piece of text that was taken out.
     *
     * @param field of an object, or {@code body} of a message; empty for a text
     * @param start offset of its first code point in that text
     * @param end offset after its last
     */
    public record Cut(Kind kind, Optional<String> field, int start, int end) {}
}
