/** The daemons that share a ledger. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.core.cluster;
