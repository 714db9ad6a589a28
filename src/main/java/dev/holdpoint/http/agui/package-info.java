/**
 * Runs of the daemon for front ends that speak AG-UI. A thread is a session, an interrupt is a
 * gate, and a resume decides all gates of a run at once. A stream is made from the run's
 * transcript, so that whoever attaches, at whichever node, sees what the first reader saw.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.agui;
