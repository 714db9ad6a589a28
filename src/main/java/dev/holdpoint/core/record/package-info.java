/** What every stored thing has: an id, a kind, and JSON as it came. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.record;
