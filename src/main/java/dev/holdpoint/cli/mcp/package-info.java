/** {@code holdpoint mcp}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.mcp;
