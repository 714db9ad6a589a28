@NullMarked
package dev.holdpoint.core.stats;

import org.jspecify.annotations.NullMarked;
