/** The one editor of runs, slots and queues. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.run;
