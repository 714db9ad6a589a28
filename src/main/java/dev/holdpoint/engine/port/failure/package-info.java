/** How a store fails, and what that means for what was asked of it. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.port.failure;
