/**
 * The native surface, {@code /v1}. Handlers read the body, call the engine and show what came of
 * it; no rule lives here. One file a noun: {@code …Handlers} answer, {@code …Views} show.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1;
