package dev.holdpoint.blackbox.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What the clients asked for and what they were told, from outside and as it happened. */
public final class History {
  private final long beginning;
  private final int effectsBefore;
  private final Queue<Submission> submissions = new ConcurrentLinkedQueue<>();
  private final Queue<Decision> decisions = new ConcurrentLinkedQueue<>();
  private final Queue<Stream> streams = new ConcurrentLinkedQueue<>();

  /**
   * @param beginning the last event of what was before
   * @param effectsBefore how many lines commands had left outside by then
   */
  public History(long beginning, int effectsBefore) {
    this.beginning = beginning;
    this.effectsBefore = effectsBefore;
  }

  long beginning() {
    return beginning;
  }

  int effectsBefore() {
    return effectsBefore;
  }

  /**
   * @param mark unique; stands in the work that was submitted
   * @param effect whether its command leaves the mark outside
   * @param run null when nobody has answered
   */
  public record Submission(String mark, boolean effect, @Nullable String run) {}

  public enum Told {
    WON,
    /** Somebody else was quicker, and the answer said who. */
    LOST,
    /** There was no answer, or one that promises nothing. */
    UNKNOWN
  }

  /**
   * @param mark unique; stands in the decision
   * @param behavior what was wanted, and for one that lost, what it was told has won
   */
  public record Decision(String mark, String node, String gate, String behavior, Told told) {}

  /** A durable event as a stream showed it. */
  public record Event(long id, String text) {}

  /**
   * One connection to one node.
   *
   * @param cursor the event that it was to go on after
   */
  public record Stream(String node, long cursor, List<Event> events) {}

  public void submitted(Submission submission) {
    submissions.add(submission);
  }

  public void decided(Decision decision) {
    decisions.add(decision);
  }

  public void streamed(Stream stream) {
    streams.add(new Stream(stream.node, stream.cursor, List.copyOf(stream.events)));
  }

  public List<Submission> submissions() {
    return new ArrayList<>(submissions);
  }

  public List<Decision> decisions() {
    return new ArrayList<>(decisions);
  }

  List<Stream> streams() {
    return new ArrayList<>(streams);
  }
}
