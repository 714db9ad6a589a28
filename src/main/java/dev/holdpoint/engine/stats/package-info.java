/**
 * Numbers about decisions. The {@link dev.holdpoint.engine.stats.Tally} reads the journal behind
 * the writer and writes one narrow row for each settled gate; how far it has come stands in the
 * ledger and moves in the commit that writes the rows. A batch is committed only by the node that
 * finds that place where it began to read, so each row of the journal is counted once, over crashes
 * and over nodes. Nothing here is on the way of a decision.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine.stats;
