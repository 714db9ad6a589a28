package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.cluster.History;
import dev.holdpoint.blackbox.cluster.Journal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What clients asked for and what they were told, noted before anything else happens with it. Each
 * thing that a client sets out to do has a mark; all that belongs to it carries the mark, with a
 * letter behind it where one is not enough.
 */
final class Acknowledged {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern OF_ERRAND = Pattern.compile("mark-\\d+-\\d+");

  private final History history = new History(0, 0);
  private final Queue<Keyed> keyed = new ConcurrentLinkedQueue<>();
  private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
  private final Queue<Spoken> spoken = new ConcurrentLinkedQueue<>();
  private final Queue<Planned> planned = new ConcurrentLinkedQueue<>();
  private final Queue<Vote> votes = new ConcurrentLinkedQueue<>();
  private final Queue<Read> reads = new ConcurrentLinkedQueue<>();
  private final Queue<Stored> stored = new ConcurrentLinkedQueue<>();
  private final Set<String> begun = ConcurrentHashMap.newKeySet();
  private final Set<String> excused = ConcurrentHashMap.newKeySet();
  private final AtomicLong operations = new AtomicLong();

  /**
   * A call with an idempotency key, and the answer that it got first.
   *
   * @param token whose call it was, where not the administrator's: hosts get the same bytes again,
   *     the others the same thing as it is by then
   */
  record Keyed(
      String mark,
      String path,
      String body,
      String key,
      @Nullable String token,
      int status,
      String text) {
    private static final List<String> NAMES =
        List.of(
            "/run_id",
            "/session_id",
            "/agent_id",
            "/conversation_id",
            "/schedule_id",
            "/submitted_at_ms",
            "/request/id",
            "/request/digest");

    /** What has to be the same in every answer to this call. */
    String essence(String answer) {
      if (token != null) {
        return answer;
      }
      JsonNode json = JSON.readTree(answer);
      return NAMES.stream()
          .filter(name -> !json.at(name).isMissingNode())
          .map(name -> name + "=" + json.at(name))
          .collect(Collectors.joining(" "));
    }
  }

  /**
   * An answer to a question, or to a part of one.
   *
   * @param whole whether nothing more has to come
   */
  record Answered(String mark, String question, String text, boolean whole) {}

  /** Words that are to be delivered, in this order. */
  record Spoken(String mark, String run, List<String> words) {}

  /** A schedule that rings once. */
  record Planned(String mark, String schedule) {}

  /**
   * A vote, in the order in which votes on that approval were sent.
   *
   * @param status the approval's, as the answer told it
   * @param voices how many the answer counted
   */
  record Vote(String mark, String approval, String principal, String status, int voices) {}

  /** What was read after something had been acknowledged. */
  record Read(String mark, String what, String wanted, String got) {}

  /**
   * A secret that came with a yes.
   *
   * @param kept whether all have agreed; else nothing of it may be left
   */
  record Stored(String mark, String conversation, String alias, String value, boolean kept) {}

  /** An errand begins; from here on its mark is known. */
  void begins(String mark) {
    begun.add(mark);
  }

  /** All that was begun so far may be lost; that it happens twice is still wrong. */
  void lossIsPossible() {
    excused.addAll(begun);
  }

  boolean lossWasPossible() {
    return !excused.isEmpty();
  }

  /** Whether what has this mark, with or without a letter, may be lost. */
  boolean isExcused(String mark) {
    Matcher errand = OF_ERRAND.matcher(mark);
    return excused.contains(errand.find() ? errand.group() : mark);
  }

  /** How many calls were acknowledged. */
  long operations() {
    return operations.get();
  }

  void operation() {
    operations.incrementAndGet();
  }

  void keyed(Keyed call) {
    keyed.add(call);
  }

  void submitted(History.Submission submission) {
    history.submitted(submission);
  }

  void decided(History.Decision decision) {
    history.decided(decision);
  }

  void answered(Answered answer) {
    answers.add(answer);
  }

  void spoken(Spoken words) {
    spoken.add(words);
  }

  void planned(Planned plan) {
    planned.add(plan);
  }

  void voted(Vote vote) {
    votes.add(vote);
  }

  void read(Read read) {
    reads.add(read);
  }

  void stored(Stored secret) {
    stored.add(secret);
  }

  /** As it is now; what is acknowledged later is not in it. */
  Acknowledged copy() {
    Acknowledged copy = new Acknowledged();
    history.submissions().forEach(copy.history::submitted);
    history.decisions().forEach(copy.history::decided);
    copy.keyed.addAll(keyed);
    copy.answers.addAll(answers);
    copy.spoken.addAll(spoken);
    copy.planned.addAll(planned);
    copy.votes.addAll(votes);
    copy.reads.addAll(reads);
    copy.stored.addAll(stored);
    copy.begun.addAll(begun);
    copy.excused.addAll(excused);
    copy.operations.set(operations.get());
    return copy;
  }

  /** What must not be lost. */
  History history() {
    History kept = new History(0, 0);
    history.submissions().stream()
        .filter(submission -> !isExcused(submission.mark()))
        .forEach(kept::submitted);
    history.decisions().stream()
        .filter(decision -> !isExcused(decision.mark()))
        .forEach(kept::decided);
    return kept;
  }

  List<History.Submission> submissions() {
    return history.submissions();
  }

  List<History.Decision> decisions() {
    return history.decisions();
  }

  List<Keyed> keyed() {
    return new ArrayList<>(keyed);
  }

  List<Answered> answers() {
    return new ArrayList<>(answers);
  }

  List<Spoken> spoken() {
    return new ArrayList<>(spoken);
  }

  List<Planned> planned() {
    return new ArrayList<>(planned);
  }

  List<Vote> votes() {
    return new ArrayList<>(votes);
  }

  List<Read> reads() {
    return new ArrayList<>(reads);
  }

  List<Stored> stored() {
    return new ArrayList<>(stored);
  }

  /** The marks of those effects that must have been allowed, as far as the journal knows. */
  List<String> unexcused(List<String> effects) {
    return effects.stream().filter(effect -> !isExcused(Journal.markIn(effect))).toList();
  }

  /** Effects that are there more than once. */
  static List<String> twice(List<String> effects) {
    Set<String> once = new HashSet<>();
    return effects.stream().filter(effect -> !once.add(effect)).distinct().toList();
  }
}
