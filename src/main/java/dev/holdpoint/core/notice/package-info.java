/** Who wants to be told that something waits, or went wrong, and what he is told. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.notice;
