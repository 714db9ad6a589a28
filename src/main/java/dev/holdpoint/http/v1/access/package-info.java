/** Tenants, tokens, keys and sign-in. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.access;
