/**
 * Claude Code's HTTP hooks: before it uses a tool it asks here, in its own words, and is answered
 * in them. What it asks is a run of its session that only waits. Whoever takes longer than the hook
 * waits lets the process end ({@code defer}); it asks the same again when it is taken up, and finds
 * the decision.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.hooks;
