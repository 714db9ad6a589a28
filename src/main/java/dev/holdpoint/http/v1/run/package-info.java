/** Runs and their debug artifacts. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.http.v1.run;
