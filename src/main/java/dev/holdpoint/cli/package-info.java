/** The commands of people who use a daemon, and how they are shown. They talk to it as a client. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli;
