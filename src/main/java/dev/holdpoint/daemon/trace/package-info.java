/**
 * Traces of runs, for a collector that speaks OTLP.
 *
 * <p>A run may wait for weeks and outlive several daemons, so no span is kept open anywhere. When a
 * run has ended, all of its spans are derived from its journal rows, with ids that follow from the
 * run's own: {@link dev.holdpoint.daemon.trace.RunSpans} is a function. A thread of its own reads
 * and sends; what it cannot keep up with is dropped and counted.
 */
@NullMarked
package dev.holdpoint.daemon.trace;

import org.jspecify.annotations.NullMarked;
