/**
 * What is remembered: learnings that people or agents wrote down, what ended runs left behind, and
 * the skills that are known. Here is who may see which of it, and in which order; where it is kept
 * is not known here.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.memory;
