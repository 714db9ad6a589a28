/** {@code holdpoint audit}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.audit;
