package dev.holdpoint.simulation;

/** A bug that is built in on purpose, to see that it is found. */
enum Plant {
  NONE(""),
  /** A run is read as it was before it was resolved. */
  DOUBLE_RESOLVE("settled twice"),
  /** What a failed transaction would have written is still believed. */
  STALE_LEDGER(""),
  /** The intent of an effect is not kept, so that it is repeated. PF-88 */
  FORGOTTEN_INTENT("carried out twice"),
  REUSED_EVENT_ID("event id"),
  /** The slot is free, and nobody is told that it is the next one's. */
  LOST_HAND_OVER("waits for a slot that is free"),
  /** A disk that says yes and writes nothing. */
  LOST_COMMIT(""),
  FORGOTTEN_KEY("made it twice"),
  /** An answer goes to a child, and its mailbox does not know of it. */
  LOST_MAIL("brought to nobody"),
  /** A run ends, and what it leaves is not kept. */
  LOST_MEMORY("left nothing"),
  /** The answer is recorded, and the child that waits for it is left waiting. */
  FORGOTTEN_CHILD("the child knows of it: false"),
  /** Something is said, and is not put on its way. */
  LOST_DELIVERY(" deliveries of "),
  /** What was done outside is not told. */
  LOST_RECORD("the chain of"),
  /** An answer is taken, and is not there when the next one comes. */
  LOST_PART(" are left"),
  /** A rule decides, and the next one to ask does not see that it has. */
  LOST_COUNT(" counts "),
  /** An approval is granted, and the secret that came with it is not kept. */
  LOST_SECRET("its secret"),
  /** A decision is held, and the next one to look finds nothing held. PG-27 */
  LOST_HOLD(" was held as "),
  /** Who has redeemed a permit is not kept, so that the next one may too. PF-88 */
  LOST_REDEMPTION("was redeemed by the runners"),
  SLEPT_DEADLINE("slept through");

  /** What the checker says when it has found it. */
  final String verdict;

  Plant(String verdict) {
    this.verdict = verdict;
  }
}
