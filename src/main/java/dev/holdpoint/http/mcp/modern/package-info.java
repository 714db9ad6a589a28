/**
 * The revision 2026-07-28 of the Model Context Protocol, beside the older ones that {@code
 * http.mcp} speaks, with the same tools and the same gates.
 *
 * <p>There are no sessions: each request says by its {@code _meta} and its headers who sends it and
 * what it can do. A call that waits for a person is a task for clients that know tasks. A task is
 * no thing of its own: its id is the gate's, its status is the gate's state, and nothing is stored
 * for it, so every node knows it for as long as the gate is kept.
 *
 * <p>{@code Envelope} decides which revision a message is of, and is a pure function. RpcMessages
 * of the older ones go to {@code http.mcp} as they came.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.mcp.modern;
