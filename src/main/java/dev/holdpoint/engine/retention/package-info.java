/** What is taken away after its time. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.retention;
