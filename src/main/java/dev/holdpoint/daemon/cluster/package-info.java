/** This daemon among those that share its ledger. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.daemon.cluster;
