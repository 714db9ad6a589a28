/** {@code holdpoint personas}: made, looked at, replaced and removed. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.persona;
