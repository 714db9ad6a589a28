/** A daemon's place among the others, on a real PostgreSQL. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.cluster;
