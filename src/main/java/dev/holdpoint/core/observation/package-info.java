/** What happened elsewhere and a session is told of. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.observation;
