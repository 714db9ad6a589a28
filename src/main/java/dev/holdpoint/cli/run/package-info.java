/** {@code holdpoint runs}: looked at, waited for, cancelled. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.run;
