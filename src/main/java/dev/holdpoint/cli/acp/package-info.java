/** {@code holdpoint acp}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.acp;
