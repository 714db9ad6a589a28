/** Permission rules. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.permission;
