package dev.holdpoint.http.signed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.access.ApprovalPolicy;
import dev.holdpoint.core.access.Voter;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.Consequences;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.commit.Writer;
import dev.holdpoint.engine.delivery.OutboundPolicy;
import dev.holdpoint.engine.gate.Approvals;
import dev.holdpoint.engine.gate.Clarifications;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.gate.GateTarget;
import dev.holdpoint.engine.gate.SentDecision;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.loop.Advance;
import dev.holdpoint.engine.loop.Progress;
import dev.holdpoint.engine.policy.CommittedPolicies;
import dev.holdpoint.engine.port.ToolInputs;
import dev.holdpoint.engine.run.Routes;
import dev.holdpoint.engine.run.Runs;
import dev.holdpoint.engine.run.Submission;
import dev.holdpoint.engine.session.Sessions;
import dev.holdpoint.engine.standing.Standings;
import dev.holdpoint.http.stream.FrameSource;
import dev.holdpoint.http.stream.Registration;
import dev.holdpoint.store.MigratedLedger;
import dev.holdpoint.store.sqlite.SqliteStore;
import dev.holdpoint.vault.AuditKey;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The lines of a message, read when the test says so. */
final class MessageSourceTest {
  private static final long START = 1_763_200_000_123L;

  /** Until a message is followed. */
  private static final FrameSource SILENT =
      new FrameSource() {
        @Override
        public Batch next(long cursor, int maxFrames) {
          return new Batch(List.of(), cursor, false);
        }

        @Override
        public Registration onNews(Runnable wake) {
          return Registration.NONE;
        }
      };

  private final AtomicLong keys = new AtomicLong(Ulid.key(START, 0));
  private final WireJson json = new WireJson();
  private SqliteStore store;
  private Engine engine;
  private Writer writer;
  private Feed feed;
  private Runs runs;
  private Progress progress;
  private Approvals approvals;
  private Session session;
  private FrameSource source = SILENT;
  private long cursor;
  private boolean over;

  @BeforeEach
  void open(@TempDir Path folder) {
    store = MigratedLedger.open(folder.resolve("ledger.db"));
    engine =
        new Engine(
            store,
            () -> Instant.ofEpochMilli(START),
            prefix -> Ulid.id(prefix, keys.incrementAndGet(), 5),
            _ -> {},
            Consequences.parts(OutboundPolicy.USUAL, AuditKey.generate()));
    writer = new Writer(engine).start();
    feed = new Feed(engine, 100_000);
    engine.onCommit(feed);
    Routes routes = new Routes("scripted", Map.of("scripted", "scripted"));
    runs = new Runs(writer, Clarifications.slots(() -> true), routes, 10);
    progress = new Progress(writer, Clarifications.slots(() -> true), routes, 5);
    approvals = new Approvals(writer, Clarifications.slots(() -> true), ToolInputs.ANYTHING);
    new Sessions(writer).createOrReuse(new Sessions.Spec("s", null, null, null, null, null), null);
    session = Objects.requireNonNull(engine.read(queries -> queries.session("s")));
  }

  @AfterEach
  void close() {
    writer.close();
    store.close();
  }

  /** Submits a message and listens as a handler does: from before it is submitted. */
  private Run say() {
    LiveText live = new LiveText(feed, session.key());
    cursor = feed.head();
    Run run = runs.submit("s", submission(), false, null).run();
    follow(live, run, true);
    return run;
  }

  private void follow(LiveText live, Run run, boolean isNew) {
    source =
        new MessageSource(
            feed,
            live,
            json,
            new Views(
                json,
                new Standings(
                    CommittedPolicies.of(engine, _ -> ApprovalPolicy.DEFAULT), _ -> Map.of())),
            new MessageSource.Failures(new SignedStyle(() -> "http://x"), "req_1"),
            () -> START,
            run,
            isNew,
            session.conversationId());
    source.onNews(() -> {});
  }

  private static Submission submission() {
    return new Submission(
        RunKind.INPUT,
        RunHead.Driver.LOOP,
        "ada",
        "test",
        "test",
        "actor",
        "hello",
        null,
        new Json("[]"),
        Json.EMPTY_OBJECT,
        RunSettings.NONE);
  }

  private Run now(Run run) {
    return Objects.requireNonNull(engine.read(queries -> queries.run(run.key())));
  }

  private static Output said(String text) {
    return new Output(
        Output.Source.ASSISTANT_TEXT, "daemon", "s", text, new Json("[]"), new Json("[]"));
  }

  private void commit(Run run, String text) {
    progress.advance(new Advance(now(run)).turn(text, List.of()).output(said(text)));
  }

  private List<JsonNode> read() {
    List<JsonNode> lines = new ArrayList<>();
    FrameSource.Batch batch;
    do {
      batch = source.next(cursor, 64);
      for (byte[] frame : batch.frames()) {
        String line = new String(frame, UTF_8);
        assertThat(line).endsWith("\n").doesNotContain("\n{");
        lines.add(new JsonMapper().readTree(line));
      }
      cursor = batch.cursor();
    } while (batch.more());
    over = batch.end();
    return lines;
  }

  private static List<String> types(List<JsonNode> lines) {
    return lines.stream().map(line -> line.path("type").asString()).toList();
  }

  private static String deltas(List<JsonNode> lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.at("/data/text").asString("")));
    return text.toString();
  }

  @Test
  void what_was_shown_as_it_was_said_is_not_shown_again() {
    Run run = say();
    feed.text(now(run), "He");
    feed.text(now(run), "llo");
    List<JsonNode> lines = new ArrayList<>(read());
    assertThat(types(lines)).containsExactly("message_start", "content_delta");
    feed.text(now(run), ", wor");
    commit(run, "Hello, world.");
    feed.text(now(run), "And");
    lines.addAll(read());
    commit(run, "And more.");
    progress.advance(new Advance(now(run)).complete());
    lines.addAll(read());

    assertThat(deltas(lines)).isEqualTo("Hello, world.\nAnd more.");
    assertThat(types(lines)).endsWith("message_end").doesNotContain("error");
    assertThat(lines.getLast().at("/data/message/content").asString()).isEqualTo(deltas(lines));
    assertThat(lines.stream().map(line -> line.path("seq").asInt()))
        .containsExactlyElementsOf(IntStream.range(0, lines.size()).boxed().toList());
    assertThat(over).isTrue();
  }

  @Test
  void text_of_the_next_output_waits_for_the_one_before() {
    Run run = say();
    feed.text(now(run), "One");
    commit(run, "One.");
    feed.text(now(run), "Two");

    assertThat(deltas(read())).isEqualTo("One.\nTwo");
  }

  @Test
  void ten_thousand_pieces_are_one_text_and_a_flood_is_told_when_it_is_committed() {
    Run run = say();
    StringBuilder all = new StringBuilder();
    List<JsonNode> lines = new ArrayList<>(read());
    for (int i = 0; i < 10_000; i++) {
      String piece = "piece " + i + " of what is said at some length to fill a buffer; ";
      all.append(piece);
      feed.text(now(run), piece);
      if (i % 1_000 == 0) {
        lines.addAll(read());
      }
    }
    commit(run, all.toString());
    lines.addAll(read());

    assertThat(deltas(lines)).isEqualTo(all.toString());
  }

  @Test
  void whoever_comes_later_is_told_all_from_the_beginning_and_no_half_words() {
    Run run = say();
    commit(run, "One.");
    feed.text(now(run), "Tw");
    LiveText live = new LiveText(feed, session.key());
    cursor = 0;
    follow(live, now(run), false);
    feed.text(now(run), "o");
    assertThat(deltas(read())).isEqualTo("One.");
    commit(run, "Two.");

    assertThat(deltas(read())).isEqualTo("\nTwo.");
  }

  // S1-46, S1-47
  @Test
  void approvals_are_told_when_they_are_raised_and_when_the_run_goes_on() {
    Run run = say();
    List<ToolCall> calls =
        List.of(
            new ToolCall("a", "bash", new Json("{\"command\":\"ls\"}")),
            new ToolCall("b", "bash", new Json("{\"command\":\"pwd\"}")));
    Advance advance = new Advance(now(run)).turn("", calls);
    for (ToolCall call : calls) {
      advance.ask(GateDraft.approval(call).because("may I?"));
    }
    Run parked = progress.advance(advance);
    List<JsonNode> asked = read();
    assertThat(types(asked))
        .containsExactly("message_start", "approval_required", "approval_required");
    assertThat(asked.get(1).at("/data/approval/requested_items/0/description").asString())
        .isEqualTo("ls");

    allow(parked, 0);
    assertThat(read()).isEmpty();
    allow(parked, 1);

    assertThat(read().stream().map(line -> line.at("/data/approval_id").asString()))
        .containsExactly(parked.approvals().get(0).id(), parked.approvals().get(1).id());
  }

  private void allow(Run parked, int index) {
    String id = parked.approvals().get(index).id();
    approvals.resolve(
        new GateTarget.OfRun(parked.id()),
        List.of(
            new SentDecision(
                id, true, null, null, null, null, null, new Json("{\"behavior\":\"allow\"}"))),
        Voter.named("ada"),
        null);
  }

  @Test
  void a_message_that_fails_ends_with_one_problem() {
    Run run = say();
    commit(run, "So far.");
    progress.advance(new Advance(now(run)).fail("the model is away"));

    List<JsonNode> lines = read();

    assertThat(types(lines)).containsExactly("message_start", "content_delta", "error");
    assertThat(lines.getLast().at("/data/problem/type").asString())
        .isEqualTo("http://x/problems/run-failed");
    assertThat(lines.getLast().at("/data/problem/detail").asString()).contains("the model is away");
    assertThat(over).isTrue();
  }
}
