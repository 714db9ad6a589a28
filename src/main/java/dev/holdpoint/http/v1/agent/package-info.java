/** Agents, routes and MCP servers. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.agent;
