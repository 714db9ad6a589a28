/** Commands about people, groups and approval policies. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.policy;
