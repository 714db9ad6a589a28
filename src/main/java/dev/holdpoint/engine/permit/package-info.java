/** Permits: given with a yes, redeemed once, and what their runners report. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.permit;
