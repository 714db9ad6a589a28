/**
 * The daemon as a server of the Model Context Protocol, over streamable HTTP. Any client may ask
 * people through it; what it asks is a gate as every other.
 *
 * <p>Nothing is kept of a client: what has to be known of it stands in its session id, and what has
 * to be known of an answer that it waits for stands in the ids of the stream's events. So a client
 * notices nothing of a daemon that was started anew, but that its stream broke off: it comes back
 * with the last event id, or asks again, and finds what it had asked.
 *
 * <p>A gate is committed before the first byte of an answer is sent. Whoever waits costs a stream
 * and no thread, and whoever hangs up leaves his gate as it is.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.mcp;
