/**
 * What Claude Code asks before it uses a tool, whichever door it comes by: its tool use as a gate,
 * and what came of the gate in its own words.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.claude;
