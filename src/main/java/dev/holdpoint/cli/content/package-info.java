/** Commands for stored files and boards. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.content;
