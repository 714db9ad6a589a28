/**
 * Several daemons on one PostgreSQL under attack: killed, paused, cut off, their database killed
 * and replaced. Clients note what they asked and what they were told; a checker compares that with
 * the journal in the end.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.blackbox.cluster;
