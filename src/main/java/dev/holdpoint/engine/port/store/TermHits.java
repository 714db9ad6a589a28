package dev.holdpoint.engine.port.store;

/** A record that a search has found, and how many of the words it looked for lead there. */
public record TermHits(long key, int hits) {}
