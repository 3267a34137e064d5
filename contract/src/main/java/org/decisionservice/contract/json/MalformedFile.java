// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.json;

/**
 * A file that an operator has named does not hold what it has to. The message names the place in it and what it takes,
 * for somebody who knows which file it is.
 */
public final class MalformedFile extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MalformedFile(String message) {
        super(message);
    }
}
