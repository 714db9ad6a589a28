/** What is counted, for Prometheus. docs/metrics.md lists it all. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.metrics;
