/** Holds every answer of the tests' daemons against the API document. */
@NullMarked
package dev.holdpoint.contract;

import org.jspecify.annotations.NullMarked;
