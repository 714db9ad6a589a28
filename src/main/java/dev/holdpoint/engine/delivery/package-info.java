/** What leaves the daemon: outputs and notifications. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.delivery;
