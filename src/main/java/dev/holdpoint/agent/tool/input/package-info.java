/** What tools read out of the input that a model has written. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.tool.input;
