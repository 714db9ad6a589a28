/** The MCP server. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.mcp;
