/**
 * The daemon, called from Java: {@link dev.holdpoint.client.HoldpointClient} and a class a noun.
 * What a newer daemon adds to its answers is passed over; what it refuses is {@link
 * dev.holdpoint.client.CallFailed}.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.client;
