/** Two-party approvals with signed assertions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.signed;
