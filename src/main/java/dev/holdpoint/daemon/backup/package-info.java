/**
 * Backups and how they are brought back.
 *
 * <p>A backup is a zip file: every file of the data folder that a daemon needs, the ledger as it
 * was at one moment, and last {@code manifest.json}, which names them all with their digests. A
 * file that breaks off has no manifest, and what does not agree with its manifest is not restored.
 *
 * <p>The ledger is copied first and the files afterwards: a stored file is on disk before the row
 * that names it, so every row of the copy finds its file. The audit key is the exception: a ledger
 * asks for the very key that signed it last, so both are copied between two changes of keys.
 *
 * <p>A restored ledger passes over event ids and keys ({@link dev.holdpoint.core.event.EventGaps}):
 * the daemon of the backup has gone on after it and given out ids that clients may still have.
 */
@NullMarked
package dev.holdpoint.daemon.backup;

import org.jspecify.annotations.NullMarked;
