/** Tasks that are handed to sessions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.project;
