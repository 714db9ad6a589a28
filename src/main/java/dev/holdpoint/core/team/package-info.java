/** Channels, projects and their tasks. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.team;
