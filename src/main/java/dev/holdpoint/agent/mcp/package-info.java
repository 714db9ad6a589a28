/**
 * Tools of servers that speak the Model Context Protocol.
 *
 * <p>Each configured server has a keeper, a thread that connects, lists what the server offers,
 * waits until that has changed or the server is gone, and begins again. Runs only ever see what the
 * keeper has last listed. A call goes over the connection that is there; it is never sent twice and
 * never waits for another connection.
 *
 * <p>A server is a stranger: it may die, hang, flood or lie. All that it sends passes a {@link
 * dev.holdpoint.agent.mcp.Guard}, which knows what was asked and how much is too much; the SDK
 * behind it sees nothing but answers to open requests, a bounded number of requests, and no
 * notifications at all. What a server says of its tools is shown to models and people and believed
 * by nobody: no annotation makes a call need less permission.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.mcp;
