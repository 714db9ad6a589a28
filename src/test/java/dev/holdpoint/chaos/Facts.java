package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.cluster.Journal;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * What the daemon, its files and those outside say. It was asked after what was acknowledged had
 * been copied.
 *
 * @param settled whether all errands have come to their end and nothing is under way
 * @param whole whether the journal has all of it: one who reads it may have been told of a gap
 * @param journal what has happened, from the beginning
 * @param shown what streams have shown, by id
 * @param effects what was done outside, a line each time; read before the journal
 * @param connections what streams showed that have ended
 * @param runs the status of some runs; empty where there is no such run
 * @param gates the status of some approvals and how they were decided
 * @param schedules those that were looked for, and whether they are there
 * @param repeats calls that were made again with their key
 * @param deliveries what the daemon says of deliveries, by run; only when settled
 * @param received what came to the receiver, in its order
 * @param secrets aliases that conversations have, by conversation; only when settled
 * @param findings what is wrong by itself: the audit ledger, plain secrets, contradictions
 */
record Facts(
    boolean settled,
    boolean whole,
    Journal journal,
    NavigableMap<Long, String> shown,
    List<String> effects,
    List<Seen.Connection> connections,
    Map<String, String> runs,
    Map<String, String> gates,
    Map<String, Boolean> schedules,
    List<Repeat> repeats,
    Map<String, List<Delivery>> deliveries,
    List<Received> received,
    Map<String, List<String>> secrets,
    List<String> findings) {

  /**
   * A call that was made again: what it was told first, and what now.
   *
   * @param replayed whether the answer says that it was given before
   */
  record Repeat(Acknowledged.Keyed first, int status, String text, boolean replayed) {}

  /** A delivery as the daemon tells it. */
  record Delivery(String id, String status, int attempts) {}

  /** Something that came to the receiver. */
  record Received(String delivery, String body) {}
}
