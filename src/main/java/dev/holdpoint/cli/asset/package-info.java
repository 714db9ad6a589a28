/** {@code holdpoint assets}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.asset;
