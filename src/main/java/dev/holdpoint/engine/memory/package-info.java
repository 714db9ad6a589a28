/** What runs leave for later ones. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.memory;
