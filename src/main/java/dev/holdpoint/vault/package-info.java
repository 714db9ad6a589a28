/** Keys in files: made, kept and changed so that a crash at any instant leaves a usable one. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.vault;
