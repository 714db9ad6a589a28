/**
 * Checks an export of the audit ledger with nothing but the export and a public key. No daemon is
 * asked and no database is read, so it can be run by whoever does not trust either.
 *
 * <p>Three things hold an export together. Each action names the hash of the one before it in its
 * run. After each commit that added actions a checkpoint says how many its run has and which is the
 * last; so a tail that was cut off is missed. The checkpoints, over all runs, are one chain of the
 * same make; so a run that is gone as a whole is missed too. The keys are introduced by the
 * checkpoint chain itself, each by the one before it: whoever knows one of them knows all.
 *
 * <p>What remains is the end of the checkpoint chain. Whoever can write to the database can cut it
 * there together with the actions it speaks of, and what is left is whole. Only somebody who noted
 * a later head outside can tell; that is what {@link dev.holdpoint.client.proof.TrustedKeys} takes
 * it for.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.client.proof;
