/**
 * The only writer. Every change is a {@link dev.holdpoint.engine.commit.Work}: it reads through a
 * {@link dev.holdpoint.engine.commit.Change}, decides with the machines of the core, and leaves in
 * the Change all that follows. {@link dev.holdpoint.engine.commit.Engine} takes the works that are
 * waiting, decides them one after the other, writes what they left in one transaction, and tells
 * each caller only after that transaction is on disk. A work that refuses leaves nothing behind; a
 * transaction that fails is taken back and its works are tried one by one, so that the one at fault
 * fails alone.
 *
 * <p>Everything that listens (streams, the loop, timers, callers that wait) is woken after the
 * commit and reads what was committed. A wake-up that is lost costs time, never data: each listener
 * also finds its work in the tables when the daemon starts.
 */
@org.jspecify.annotations.NullMarked
package dev.holdpoint.engine;
