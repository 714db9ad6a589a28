/** Work that comes back by itself: when it is due, and what happens when its time has come. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.schedule;
