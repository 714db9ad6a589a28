/** Files, boards and the parts of an input. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.content;
