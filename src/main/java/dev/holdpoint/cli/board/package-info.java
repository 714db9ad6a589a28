/** {@code holdpoint boards}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.board;
