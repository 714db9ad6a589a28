/** Commands for approvals and questions. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.gate;
