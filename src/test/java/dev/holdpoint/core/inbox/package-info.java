@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.inbox;
