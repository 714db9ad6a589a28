/** How answers are compressed on their way to a caller. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.coding;
