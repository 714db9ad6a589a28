/** Commands for channels and projects. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.team;
