@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.process;
