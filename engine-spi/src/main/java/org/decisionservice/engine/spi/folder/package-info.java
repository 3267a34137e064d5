/**
 * Folders that code and weights are loaded from, for the service and for engines that unpack a native library.
 *
 * <p>Whoever may write such a folder decides what runs in the process, or what it answers.
 * {@link org.decisionservice.engine.spi.folder.Ownership} says who that is,
 * {@link org.decisionservice.engine.spi.folder.LibraryFolder} is a folder of native libraries that nobody else may
 * write, and {@link org.decisionservice.engine.spi.folder.CodeFolder} says why the system would load none from it.
 */
@NullMarked
package org.decisionservice.engine.spi.folder;

import org.jspecify.annotations.NullMarked;
