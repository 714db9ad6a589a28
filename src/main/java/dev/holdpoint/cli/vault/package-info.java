/** {@code holdpoint vault}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.vault;
