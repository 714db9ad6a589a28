/** The nodes that share the ledger, and what they can reach. */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.cluster;
