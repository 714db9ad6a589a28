/** {@code holdpoint permits}. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.permit;
