/** Event logs and streams. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.event;
