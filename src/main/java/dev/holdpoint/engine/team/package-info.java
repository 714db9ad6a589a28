/** Channels, projects and their members. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.team;
