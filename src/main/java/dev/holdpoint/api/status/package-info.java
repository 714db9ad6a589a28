/** Words for states that several nouns show. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.status;
