package dev.holdpoint.core.shelf;

/**
 * Where all records of a kind are kept.
 *
 * @param code from 1 to 32, what the kind is called in the store, for good; no two kinds share one
 */
public record Shelf<T extends Kept>(int code, Class<T> type) {}
