/** Deliveries and notifications. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.delivery;
