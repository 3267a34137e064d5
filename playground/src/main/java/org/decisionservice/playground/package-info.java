/**
 * The pages for people: the interface description, and the playground on which they try questions on texts and labels
 * of their own, with what its one route computes. They know no web server.
 */
@NullMarked
package org.decisionservice.playground;

import org.jspecify.annotations.NullMarked;
