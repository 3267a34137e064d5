/**
 * The pages for people: the interface description ({@code /openapi.json}, {@code /docs}) and the playground
 * ({@code /docs/try}), with the one route that only the playground calls.
 */
@NullMarked
package org.decisionservice.server.pages;

import org.jspecify.annotations.NullMarked;
