/** The one place where the agent side turns JSON text into trees and back. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.json;
