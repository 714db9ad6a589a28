/** {@code holdpoint nodes}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.node;
