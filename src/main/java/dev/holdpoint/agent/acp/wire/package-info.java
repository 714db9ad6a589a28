/** The Agent Client Protocol on the wire: one process, its lines, requests and errors. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.acp.wire;
