/** What a caller says of the trace that its call is a part of. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.trace;
