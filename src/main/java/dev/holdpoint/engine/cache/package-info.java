/** What the writer keeps in memory between transactions, and what it reads ahead of one. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.cache;
