/** Channels and projects. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.team;
