/** What is on its way out: outputs and notifications, one delivery for each receiver. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.delivery;
