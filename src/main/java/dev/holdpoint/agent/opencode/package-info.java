/**
 * OpenCode as its users run it: a server that is spoken to over HTTP.
 *
 * <p>Its sessions live in the server, so a talk outlives the daemon. What happens comes as events;
 * whenever the stream of events was cut, what waits and what was said meanwhile is asked for, and
 * everything is known by its id, so nothing is missed and nothing told twice.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.opencode;
