/** Memory, learnings and skills on the command line. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.memory;
