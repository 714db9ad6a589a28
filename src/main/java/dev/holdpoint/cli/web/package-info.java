/** {@code holdpoint open} and {@code holdpoint web-sessions}, a command a file. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.web;
