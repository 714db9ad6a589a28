/** Commands for permission rules. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.permission;
