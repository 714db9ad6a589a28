/** What goes into debug artifacts: without secrets, and at a lower level without words. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.agent.capture;
