/** Approvals and questions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.gate;
