/** Permits: shown, redeemed, reported on, revoked. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.permit;
