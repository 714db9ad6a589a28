/** Approvals, questions and clarifications. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.gate;
