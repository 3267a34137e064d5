// Copyright 2026 The Decision Service authors
// SPDX-License-Identifier: Apache-2.0
package org.decisionservice.contract.response;

import org.decisionservice.api.Refusal;

/** The form of an error: its status and its JSON body. */
public interface ErrorForm {

    /** The status of a refusal; that of {@code BUSY} and {@code STOPPING} is a setting. */
    int status(Refusal.Kind kind);

    /** The body that tells a client why its request was refused. */
    byte[] body(Refusal refusal);

    /** The body of an error that has no refusal: an unknown path, a wrong method, broken HTTP. */
    byte[] body(int status, String detail);
}
