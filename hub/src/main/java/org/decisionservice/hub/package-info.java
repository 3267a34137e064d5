/**
 * Fetches checkpoints from a model hub into the cache that all Hugging Face tools on the machine share.
 *
 * <p>{@link org.decisionservice.hub.Hub} is the entry point: it takes a {@link org.decisionservice.hub.RepoFolder} and
 * a revision and returns a {@link org.decisionservice.hub.Snapshot}, a directory with the files that a checkpoint
 * needs, and the commit that they belong to. Underneath, {@code HubApi} implements the hub's protocol (from a revision
 * to its commit and files, and from a file to its digest and size) on top of {@code HubHttp}, which alone decides where
 * the token is sent. {@code RepoCache} knows the layout on disk. {@code Download} fetches one blob under its lock,
 * continues where an earlier download was interrupted, and gives the blob its final name only once its bytes match what
 * the hub announced; {@code Coding} unpacks what a mirror has compressed. A process may be killed at any moment: the
 * cache then holds complete files and a partial file to continue from. Every failure is a {@link
 * org.decisionservice.hub.HubException} that says what to change.
 */
@NullMarked
package org.decisionservice.hub;

import org.jspecify.annotations.NullMarked;
