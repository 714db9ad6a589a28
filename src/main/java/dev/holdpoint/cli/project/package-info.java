/** {@code holdpoint projects}: tasks for sessions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.project;
