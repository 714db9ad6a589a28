/** Carries out runs by agents outside: takes their input there, and brings back what they ask. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.relay;
