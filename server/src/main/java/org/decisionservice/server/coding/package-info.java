/**
 * Compressed bodies to plain ones. {@link org.decisionservice.server.coding.ContentCoding} names the codings; each
 * decoder stops as soon as more than {@link org.decisionservice.server.coding.BodyLimit} comes out, and frees its
 * native memory when it is done.
 */
@NullMarked
package org.decisionservice.server.coding;

import org.jspecify.annotations.NullMarked;
