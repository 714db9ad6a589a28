/** Runs, their output and their debug artifacts. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.api.run;
