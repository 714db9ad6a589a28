/** Keys, and what they are good for. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.vault;
