/** What is kept of how a run asked its model, for whoever must find out why it did what it did. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.debug;
