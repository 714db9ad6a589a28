/**
 * Agents that speak the Agent Client Protocol: JSON-RPC 2.0, one object a line, over the stdin and
 * stdout of a process of ours. {@link dev.holdpoint.agent.acp.AgentProcess} knows lines, {@link
 * dev.holdpoint.agent.acp.AgentLink} requests and their answers, {@link
 * dev.holdpoint.agent.acp.AcpPeer} the protocol.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.acp;
