/** Processes that the daemon starts, and what becomes of them. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.process;
