/**
 * Agents' own protocol over HTTP: one JSON-RPC object a POST, and what the agent sends as
 * server-sent events. What an agent asks is a gate as every other; here it is shown and answered in
 * the agent's words.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.acp;
