/** Bodies about permits. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.permit;
