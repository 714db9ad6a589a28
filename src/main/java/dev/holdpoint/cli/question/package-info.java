/** {@code holdpoint questions}: listed, asked, answered and cancelled. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.question;
