/** Agents outside, as they are stored. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.agent;
