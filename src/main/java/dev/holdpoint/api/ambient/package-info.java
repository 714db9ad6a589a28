/** The ambient surface. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.ambient;
