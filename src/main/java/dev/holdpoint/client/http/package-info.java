/** Calls to a daemon: its address, its trust, one request and its answer. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.client.http;
