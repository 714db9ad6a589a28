/** An agent for tests that does what its prompt says. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.stage;
