/** Which agents there are on this machine, and what they can do. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.directory;
