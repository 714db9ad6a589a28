@NullMarked
package dev.holdpoint.engine.stats;

import org.jspecify.annotations.NullMarked;
