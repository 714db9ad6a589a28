/**
 * Agents that work in a process or a server of their own: what the loop needs of them, whatever
 * wire they speak.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.peer;
