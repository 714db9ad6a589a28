/** The built-in agent, a process of our own that speaks real ACP. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.mock;
