/** Answers in plain text, and what they are taken for. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.prompt;
