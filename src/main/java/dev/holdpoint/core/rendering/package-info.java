/** The text that a person was shown of a request, in one normal form. */
@NullMarked
package dev.holdpoint.core.rendering;

import org.jspecify.annotations.NullMarked;
