/** {@code holdpoint rules}: standing answers to whether calls may run. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.rule;
