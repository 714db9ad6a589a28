/** This daemon among those that share its ledger. */
package dev.holdpoint.daemon.cluster;
