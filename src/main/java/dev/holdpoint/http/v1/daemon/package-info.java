/** Status, nodes and backups of the daemon. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.daemon;
