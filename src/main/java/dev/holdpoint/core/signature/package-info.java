/** The forms in which signatures count, for the daemon and for who verifies them later. */
@NullMarked
package dev.holdpoint.core.signature;

import org.jspecify.annotations.NullMarked;
