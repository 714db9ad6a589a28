/**
 * What people do about a gate without deciding it: who has looked, who has claimed it, who comes
 * back later, and what they say to each other.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.triage;
