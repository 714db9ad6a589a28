/** {@code holdpoint approvals}: listed, asked for and decided. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.approval;
