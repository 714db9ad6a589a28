package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Leaks;
import dev.holdpoint.blackbox.Sse;
import dev.holdpoint.blackbox.cluster.History.Decision;
import dev.holdpoint.blackbox.cluster.History.Event;
import dev.holdpoint.blackbox.cluster.History.Submission;
import dev.holdpoint.blackbox.cluster.Journal;
import dev.holdpoint.chaos.Facts.Delivery;
import dev.holdpoint.chaos.Facts.Received;
import dev.holdpoint.client.proof.ProofVerdict;
import dev.holdpoint.client.proof.TrustedKeys;
import dev.holdpoint.client.proof.Verifier;
import dev.holdpoint.outbound.Receiver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Asks the daemon, its files and its receiver what is so. */
final class Inspector {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern NEVER_RAN =
      Pattern.compile("(\\S+) is completed, and its command never ran");
  private static final long LOOK = 5_000_000;
  private static final int AT_ONCE = 8;
  private static final int NEW_ONES = 12;
  private static final int OLD_ONES = 6;

  /** The audit ledger and the files are read as a whole, which takes longer each time. */
  private static final int DEEP_LOOK = 5;

  private final Subject subject;
  private final Scene scene;
  private final Seen seen;
  private final Follower witness;
  private final Receiver receiver;
  private final SplittableRandom random;
  private Journal journal = new Journal(List.of());
  private long fed;
  private int looks;
  private int submissionsSeen;
  private int decisionsSeen;

  Inspector(
      Subject subject,
      Scene scene,
      Seen seen,
      Follower witness,
      Receiver receiver,
      SplittableRandom random) {
    this.subject = subject;
    this.scene = scene;
    this.seen = seen;
    this.witness = witness;
    this.receiver = receiver;
    this.random = random;
  }

  /** While clients work. */
  List<String> violations() throws IOException {
    Acknowledged acknowledged = scene.acknowledged().copy();
    List<String> effects = scene.done();
    List<String> findings = new ArrayList<>();
    catchUp(findings);
    boolean deep = ++looks % DEEP_LOOK == 0;
    if (deep) {
      audit(findings);
      leaks(acknowledged, findings);
    }
    return unexplained(
        Checker.violations(acknowledged, facts(acknowledged, false, effects, findings)),
        acknowledged);
  }

  /** Once all clients are done: everything. Starts the daemon anew. */
  List<String> violationsAtTheEnd() throws IOException {
    Acknowledged acknowledged = scene.acknowledged().copy();
    List<String> findings = new ArrayList<>();
    awaitDeliveries(acknowledged, findings);
    catchUp(findings);
    witness.close();
    subject.startWithWholeHistory();
    journal = new Journal(whole(findings));
    audit(findings);
    leaks(acknowledged, findings);
    return unexplained(
        Checker.violations(acknowledged, facts(acknowledged, true, scene.done(), findings)),
        acknowledged);
  }

  /** A command that could not be begun (no file, no room, a disk that fails) is on record so. */
  private List<String> unexplained(List<String> violations, Acknowledged acknowledged) {
    return violations.stream()
        .filter(
            one -> {
              Matcher notRun = NEVER_RAN.matcher(one);
              return !notRun.matches()
                  || acknowledged.submissions().stream()
                      .filter(submission -> submission.mark().equals(notRun.group(1)))
                      .noneMatch(submission -> hasFailed(submission.run()));
            })
        .toList();
  }

  private boolean hasFailed(@Nullable String run) {
    JsonNode actions = scene.caller().get("/v1/runs/" + run + "/external-actions").json();
    return actions.valueStream().anyMatch(it -> isError(it));
  }

  private static boolean isError(JsonNode action) {
    return action.path("outcome").asString("").equals("error");
  }

  private Facts facts(
      Acknowledged acknowledged, boolean settled, List<String> effects, List<String> findings) {
    findings.addAll(seen.newContradictions());
    Map<String, List<Delivery>> deliveries = new HashMap<>();
    Map<String, List<String>> secrets = new HashMap<>();
    if (settled) {
      deliveries.putAll(
          asked(
              acknowledged.spoken().stream().map(Acknowledged.Spoken::run).toList(),
              this::deliveries));
      secrets.putAll(
          asked(
              acknowledged.stored().stream().map(Acknowledged.Stored::conversation).toList(),
              this::aliases));
    }
    return new Facts(
        settled,
        settled || !witness.hasMissed(),
        journal,
        new TreeMap<>(seen.events()),
        effects,
        seen.newConnections(),
        runs(acknowledged, settled),
        gates(acknowledged, settled),
        schedules(acknowledged, settled),
        repeats(acknowledged),
        deliveries,
        received(),
        secrets,
        findings);
  }

  /** The newest event, from the gap that a cursor beyond it is answered with. */
  private long head() {
    return patiently(
        () -> {
          try (Sse stream = subject.http().stream("/v1/events/stream?cursor=999999999999999")) {
            return stream.next("stream_gap").number();
          }
        });
  }

  private static <T> T patiently(Supplier<T> call) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return call.get();
      } catch (java.io.UncheckedIOException | AssertionError e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        LockSupport.parkNanos(LOOK);
      }
    }
  }

  /** Waits until the one who reads all of it has read what there is, and follows it. */
  private void catchUp(List<String> findings) {
    long head = head();
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (witness.last() < head && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK);
    }
    long last = witness.last();
    if (last < head) {
      findings.add("a stream came to event %d, and %d was the newest".formatted(last, head));
    }
    seen.events()
        .subMap(fed, false, Math.max(fed, last), true)
        .forEach((id, text) -> journal.add(new Event(id, text)));
    fed = Math.max(fed, last);
  }

  private List<Event> whole(List<String> findings) {
    long head = head();
    List<Event> told =
        patiently(
            () -> {
              List<Event> all = new ArrayList<>();
              try (Sse stream = subject.http().stream("/v1/events/stream?cursor=0")) {
                long last = 0;
                while (last < head) {
                  Sse.Frame frame = stream.next();
                  if (frame.id() != null) {
                    last = frame.number();
                    if (!frame.type().equals("stream_gap")) {
                      all.add(new Event(last, frame.text()));
                    }
                  }
                }
              }
              return all;
            });
    for (int i = 1; i < told.size(); i++) {
      if (told.get(i).id() <= told.get(i - 1).id()) {
        findings.add("event %d is told after %d".formatted(told.get(i).id(), told.get(i - 1).id()));
      }
    }
    return told;
  }

  /** All that are new, if they are few, and some of the old ones. */
  private <T> List<T> some(List<T> all, int before) {
    List<T> some = new ArrayList<>();
    draw(all.subList(Math.min(before, all.size()), all.size()), NEW_ONES, some);
    draw(all.subList(0, Math.min(before, all.size())), OLD_ONES, some);
    return some;
  }

  private <T> void draw(List<T> from, int most, List<T> into) {
    if (from.size() <= most) {
      into.addAll(from);
      return;
    }
    for (int i = 0; i < most; i++) {
      into.add(from.get(random.nextInt(from.size())));
    }
  }

  /** Asks about all of these at once. */
  private static <T, R> Map<T, R> asked(Collection<T> all, Function<T, R> question) {
    Map<T, Future<R>> asked = new LinkedHashMap<>();
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory())) {
      Semaphore few = new Semaphore(AT_ONCE);
      for (T one : new LinkedHashSet<>(all)) {
        asked.put(
            one,
            threads.submit(
                () -> {
                  few.acquire();
                  try {
                    return question.apply(one);
                  } finally {
                    few.release();
                  }
                }));
      }
    }
    Map<T, R> answers = new LinkedHashMap<>();
    asked.forEach((one, answer) -> answers.put(one, answer.resultNow()));
    return answers;
  }

  private Map<String, String> runs(Acknowledged acknowledged, boolean all) {
    List<String> runs =
        acknowledged.history().submissions().stream()
            .map(Submission::run)
            .filter(Objects::nonNull)
            .toList();
    List<String> chosen = all ? runs : some(runs, submissionsSeen);
    submissionsSeen = runs.size();
    return asked(
        chosen,
        run -> {
          Http.Answer answer = scene.caller().get("/v1/runs/" + run);
          return answer.status() == 404 ? "" : Errand.status(answer.json());
        });
  }

  private Map<String, String> gates(Acknowledged acknowledged, boolean all) {
    List<String> gates = acknowledged.history().decisions().stream().map(Decision::gate).toList();
    List<String> chosen = all ? gates : some(gates, decisionsSeen);
    decisionsSeen = gates.size();
    return asked(
        chosen,
        gate -> {
          Http.Answer answer = scene.caller().get("/v1/approvals/" + gate);
          JsonNode row = answer.json();
          return answer.status() == 404
              ? "not there"
              : Errand.status(row) + " " + row.at("/resolution/behavior").asString("");
        });
  }

  private Map<String, Boolean> schedules(Acknowledged acknowledged, boolean all) {
    List<String> plans =
        acknowledged.planned().stream().map(Acknowledged.Planned::schedule).toList();
    return asked(
        all ? plans : some(plans, plans.size()),
        plan -> scene.caller().get("/v1/schedules/" + plan).status() == 200);
  }

  private List<Facts.Repeat> repeats(Acknowledged acknowledged) {
    List<Acknowledged.Keyed> all = acknowledged.keyed();
    List<Acknowledged.Keyed> chosen = some(all, Math.max(0, all.size() - NEW_ONES));
    return List.copyOf(asked(chosen, this::again).values());
  }

  private Facts.Repeat again(Acknowledged.Keyed one) {
    Caller caller = one.token() == null ? scene.caller() : scene.caller().as(one.token());
    Http.Answer again =
        caller.ask(
            one.key() + " again", http -> http.postWithKey(one.path(), one.body(), one.key()));
    return new Facts.Repeat(
        one, again.status(), again.text(), again.header("Idempotency-Replayed").equals("true"));
  }

  private List<Delivery> deliveries(String run) {
    return scene
        .caller()
        .get("/v1/deliveries?limit=100&run_id=" + run)
        .json()
        .valueStream()
        .map(
            one ->
                new Delivery(
                    Errand.text(one, "delivery_id"),
                    Errand.status(one),
                    one.path("attempts").asInt()))
        .toList();
  }

  private void awaitDeliveries(Acknowledged acknowledged, List<String> findings) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    for (Acknowledged.Spoken spoken : acknowledged.spoken()) {
      while (deliveries(spoken.run()).stream().anyMatch(one -> !one.status().equals("delivered"))) {
        if (System.nanoTime() > end) {
          findings.add("deliveries of %s are not done".formatted(spoken.run()));
          return;
        }
        LockSupport.parkNanos(10 * LOOK);
      }
    }
  }

  private List<Received> received() {
    return receiver.all().stream()
        .map(got -> new Received(String.valueOf(got.header("Idempotency-Key")), got.body()))
        .toList();
  }

  private List<String> aliases(String conversation) {
    return scene
        .caller()
        .as(scene.adapter())
        .get("/conversations/" + conversation + "/secrets")
        .json()
        .path("data")
        .valueStream()
        .map(one -> Errand.text(one, "alias"))
        .toList();
  }

  private void audit(List<String> findings) throws IOException {
    String export =
        scene.caller().ask("audit", http -> http.within(PATIENCE).get("/v1/audit/export")).text();
    ProofVerdict verdict =
        Verifier.verify(
            new ByteArrayInputStream(export.getBytes(StandardCharsets.UTF_8)), TrustedKeys.NOTHING);
    verdict.findings().forEach(finding -> findings.add("the audit ledger: " + finding));
  }

  /** In the data folder, and in what the daemon has said. */
  private void leaks(Acknowledged acknowledged, List<String> findings) throws IOException {
    Leaks leaks = new Leaks();
    for (Acknowledged.Stored secret : acknowledged.stored()) {
      leaks.plant("the secret of " + secret.mark(), secret.value());
    }
    Path folder = Objects.requireNonNull(subject.data().getParent());
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        leaks.search(folder.relativize(file).toString(), bytes(file));
      }
    }
    findings.addAll(leaks.found());
  }

  /** Some files are there for a moment only. */
  private static byte[] bytes(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return new byte[0];
    }
  }
}
