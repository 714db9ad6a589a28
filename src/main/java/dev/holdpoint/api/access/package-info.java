/** Tenants, tokens and keys. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.access;
