// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.server.decisionlog;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells equal states from different ones without saying what they are. States are short texts, often from a small set,
 * so a plain digest could be undone by trying them all; HMAC-SHA256 under a key that only this process has cannot. The
 * key is drawn at every start and written nowhere, so hashes of different runs cannot be compared. For one thread.
 */
final class StateHash {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 32;
    private static final int SHOWN_BYTES = 16;

    private final Mac mac;

    private StateHash(byte[] key) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    static StateHash underANewKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return new StateHash(key);
    }

    /** 32 hex digits. */
    String of(String text) {
        return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)), 0, SHOWN_BYTES);
    }
}
