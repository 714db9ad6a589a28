/** Tenants, tokens, keys and web sessions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.access;
