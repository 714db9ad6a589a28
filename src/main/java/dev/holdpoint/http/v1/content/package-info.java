/** Stored files and boards. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.content;
