/** Claude Code hooks. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.hook;
