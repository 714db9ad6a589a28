package dev.holdpoint.engine.port;

import dev.holdpoint.core.shelf.Kept;
import dev.holdpoint.core.shelf.Shelf;

/**
 * A record as a transaction leaves it on its shelf.
 *
 * @param gone whether it is taken off the shelf
 */
public record Shelved<T extends Kept>(Shelf<T> shelf, T record, boolean gone) {}
