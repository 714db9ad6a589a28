/** One list of all gates: its orders, the places in it, and the search in it. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.inbox;
