/** The daemons that share a ledger. */
package dev.holdpoint.core.cluster;
