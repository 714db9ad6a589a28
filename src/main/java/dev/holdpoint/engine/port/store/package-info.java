/** What the engine needs of a store: one transaction at a time, and queries by noun. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.port.store;
