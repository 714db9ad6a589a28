/** Agents outside, and what is kept of the sessions that they work for. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.agent;
