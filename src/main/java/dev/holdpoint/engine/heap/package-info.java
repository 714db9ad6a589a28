/** How much may be in memory at once, by the heap that the process has. */
@NullMarked
package dev.holdpoint.engine.heap;

import org.jspecify.annotations.NullMarked;
