/** Approvals and questions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.gate;
