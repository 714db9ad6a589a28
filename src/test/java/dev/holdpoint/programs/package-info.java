/**
 * The programs that people run, unmodified, with only their model scripted: {@code ./test
 * --agents}.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.programs;
