package org.decisionservice.core.packing;

/**
 * Sizes that rows are cut to, in tokens.
 *
 * @param maxLen longest row
 * @param headMaxLen what instructions and options share
 */
record Windows(int maxLen, int headMaxLen) {}
