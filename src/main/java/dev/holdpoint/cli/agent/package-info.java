/** Commands for agents, their routes and servers. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.agent;
