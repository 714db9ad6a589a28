/** The demo: a scripted run that a person answers. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.demo;
