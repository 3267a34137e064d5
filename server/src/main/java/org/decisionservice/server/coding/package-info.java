/**
 * Decompresses request bodies. {@link org.decisionservice.server.coding.ContentCoding} names the codings. Each decoder
 * stops as soon as its output exceeds {@link org.decisionservice.contract.BodyLimit}, and frees its native memory
 * when it is done.
 */
@NullMarked
package org.decisionservice.server.coding;

import org.jspecify.annotations.NullMarked;
