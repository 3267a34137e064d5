/**
 * Checkpoints from a model hub, kept in the cache that every Hugging Face tool on the machine shares.
 *
 * <p>{@link org.decisionservice.hub.Hub} is the way in: it takes a {@link
 * org.decisionservice.hub.RepoFolder} and a revision and returns a {@link
 * org.decisionservice.hub.Snapshot}, a directory that holds the files a checkpoint needs and the commit they
 * belong to. Underneath, {@code HubApi} speaks the hub's protocol (a revision to its commit and files, a file to its
 * digest and size) over {@code HubHttp}, which alone decides where the token goes; {@code RepoCache} knows the layout
 * on disk; {@code Download} fetches one blob under its lock, continues where an earlier one was cut, and gives it its
 * final name only once its bytes are the ones that the hub announced. A process may be killed at any moment: what then
 * lies in the cache is complete files and a beginning to continue from. Whatever cannot be done is a {@link
 * org.decisionservice.hub.HubException} that says what to change.
 */
@NullMarked
package org.decisionservice.hub;

import org.jspecify.annotations.NullMarked;
