/** Pages of lists. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.page;
