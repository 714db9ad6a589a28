/** Numbers about decisions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.stats;
