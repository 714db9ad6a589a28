/** Agents, routes, ACP and MCP servers. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.agent;
