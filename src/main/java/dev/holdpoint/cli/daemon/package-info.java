/** Commands for the daemon and its nodes. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.daemon;
