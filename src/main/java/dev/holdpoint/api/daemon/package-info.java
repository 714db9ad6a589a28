/** The daemon itself. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.daemon;
