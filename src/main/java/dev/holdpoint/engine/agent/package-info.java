/** Which agent process works for a session, and where. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.agent;
