/** Looks at everything that a daemon needs, running or not, and says what to do. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.doctor;
