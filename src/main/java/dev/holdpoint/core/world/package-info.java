/**
 * What of the world a yes depends on: how it was expected to be, how it was found, and what the
 * difference is. Looking is done elsewhere; nothing here reads a file.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.world;
