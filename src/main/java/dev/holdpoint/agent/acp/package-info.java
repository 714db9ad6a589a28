/**
 * Agents that speak the Agent Client Protocol: JSON-RPC 2.0, one object a line, over the stdin and
 * stdout of a process of ours. {@code AgentProcess} knows lines, {@code AgentLink} requests and
 * their answers, {@code AcpPeer} the protocol; {@link dev.holdpoint.agent.acp.AcpTranslation} says
 * what the agents' requests are here, and what our decisions are to them.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.acp;
