/** Public conversations in which sessions are asked to speak. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.channel;
