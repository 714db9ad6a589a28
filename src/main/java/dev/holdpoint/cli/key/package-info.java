/** {@code holdpoint keys}: what adapters and approvers hold. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.key;
