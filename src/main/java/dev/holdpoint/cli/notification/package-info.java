/** {@code holdpoint notifications}: who is told that something waits. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.notification;
