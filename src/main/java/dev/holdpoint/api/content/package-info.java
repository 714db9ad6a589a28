/** Stored files and boards. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.content;
