@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.inbox;
