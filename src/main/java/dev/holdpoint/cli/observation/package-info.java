/** {@code holdpoint observations}: what happened elsewhere. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.observation;
