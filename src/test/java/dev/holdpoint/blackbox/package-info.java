/** The daemon from outside: the real launcher, real processes, real sockets. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.blackbox;
