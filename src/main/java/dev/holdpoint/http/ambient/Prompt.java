package dev.holdpoint.http.ambient;

/**
 * Something that waits for a click or an answer.
 *
 * @param key of the approval or of the question request
 * @param part which of the request's questions is offered; 0 for an approval
 */
record Prompt(long key, long runKey, int part) {}
