/** Approvals and questions: what a run waits for, their states and the machines that decide. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.gate;
