/** What can be told of network addresses and headers by looking at them. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.net;
