/** Commands for tenants, tokens, keys and browser sessions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.access;
