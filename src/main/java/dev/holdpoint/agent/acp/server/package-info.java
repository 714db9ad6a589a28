/** ACP servers: agents that clients of the daemon talk to. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.acp.server;
