/** {@code holdpoint channels}: public conversations. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.channel;
