/** The right to carry out one allowed call once, and what became of it. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.permit;
