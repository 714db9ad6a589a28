/**
 * {@code holdpoint approve} and {@code holdpoint sign}: for approvers who work from a terminal. The
 * key is read from a file, and what it signs is made on this machine.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.signature;
