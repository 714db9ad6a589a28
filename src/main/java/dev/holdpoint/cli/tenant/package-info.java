/** {@code holdpoint tenants}: whose sessions are whose, and what a decision takes there. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.cli.tenant;
