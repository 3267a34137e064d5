/**
 * What was found out about a checkpoint once and is kept on disk for the next start: the verdict of the precision gate,
 * and files that an engine opens faster than the checkpoint.
 *
 * <p>{@link org.decisionservice.host.prepared.PreparedStore} is a directory with a folder for each
 * {@link org.decisionservice.host.prepared.Identity}, which names everything that the contents depend on. A folder is
 * written beside, under a lock, and renamed once it is whole, and is never changed after that. What does not fit or is
 * not whole is ignored with one line in the log, and made again. Without a directory that can be written, everything
 * works as before, only slower.
 */
@NullMarked
package org.decisionservice.host.prepared;

import org.jspecify.annotations.NullMarked;
