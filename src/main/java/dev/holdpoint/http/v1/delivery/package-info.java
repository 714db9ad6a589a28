/** Deliveries and notifications. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.delivery;
