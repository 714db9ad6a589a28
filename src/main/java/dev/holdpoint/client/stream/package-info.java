/** Streams of server-sent events. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.client.stream;
