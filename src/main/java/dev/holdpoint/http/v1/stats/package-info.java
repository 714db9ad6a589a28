/** Numbers about decisions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.stats;
