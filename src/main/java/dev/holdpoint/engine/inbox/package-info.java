/** Reads approvals and questions as one list. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.inbox;
