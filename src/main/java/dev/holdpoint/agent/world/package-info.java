/**
 * Looks at the world that calls depend on: files and repositories of a workspace, and what servers
 * say of a resource. It reads, never writes, and starts no program.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.world;
