/** {@code holdpoint sessions}: containers of runs, and the work that is given to them. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.session;
