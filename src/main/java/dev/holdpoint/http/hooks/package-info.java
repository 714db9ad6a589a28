/**
 * Hooks of programs that use tools: before it uses one, a program asks here, in its own words, and
 * is answered in them. What it asks is a run of its session that only waits. One path serves all of
 * them; what differs is a constant of {@link dev.holdpoint.http.hooks.Program}, and no other type
 * here knows one program from another. A hook that is put off ({@code defer}) lets its process end;
 * the process asks the same again when it is taken up, and finds the decision.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.hooks;
