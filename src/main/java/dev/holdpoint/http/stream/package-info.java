/**
 * Server-sent events. A stream is a cursor over a {@link dev.holdpoint.http.stream.FrameSource}:
 * the first connect, a reconnect and the live tail are the same loop of "read after the cursor,
 * write, wait for news".
 *
 * <p>A stream owns no thread. At most one of these is true of it at any time: it is idle, it stands
 * in the queue of {@link dev.holdpoint.http.stream.Pumps}, a pump reads its source, or one
 * asynchronous write is in flight. Whoever ends one of these phases starts the next, so the fields
 * that only the pump touches need no lock.
 *
 * <p>News are a hint and carry nothing. A reader that is slow just stays behind its source; what it
 * has missed by the time it reads on is the source's business to tell (a gap frame).
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.stream;
