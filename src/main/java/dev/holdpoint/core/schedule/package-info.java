/** Work that comes back by itself, and observations from elsewhere that a session receives. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.schedule;
