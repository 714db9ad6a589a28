package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.gate.QuestionState;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Call;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunState;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.run.Trail;
import dev.holdpoint.core.run.Usage;
import dev.holdpoint.core.session.CapabilityScope;
import dev.holdpoint.core.session.CredentialScope;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.core.session.RoutePolicy;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.failure.Damaged;
import dev.holdpoint.store.Samples;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.jsontype.NamedType;

class DocumentsTest {
  /** Without its checksum: what follows changes it. */
  private static String plain(String document) {
    return document.replaceFirst(",\"#\":\"[0-9a-f]{8}\"}(]?)$", "}$1");
  }

  @Test
  void every_kind_of_state_event_and_step_has_a_sample_here_and_a_name_in_documents() {
    Set<String> kinds =
        TypeNames.ROOTS.stream()
            .flatMap(DocumentsTest::leaves)
            .map(Class::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(
            EveryKind.ALL.stream().map(it -> it.getClass().getName()).collect(Collectors.toSet()))
        .as("a new kind needs a sample in EveryKind, which shows that it can be stored")
        .isEqualTo(kinds);
    assertThat(Stream.of(TypeNames.all()).map(NamedType::getType).map(Class::getName))
        .as("a new kind needs a name in Names, which it then keeps for ever")
        .containsExactlyInAnyOrderElementsOf(kinds);
  }

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Arrays.stream(type.getPermittedSubclasses()).flatMap(DocumentsTest::leaves)
        : Stream.of(type);
  }

  static Stream<Run> runs() {
    return Stream.of(
            EveryKind.RUN_STATES.stream().map(state -> Samples.run(7, 3, state)),
            Stream.of("0.0000001", "12.50", "0")
                .map(
                    cost ->
                        Samples.run(7, 3, new RunState.Running())
                            .edit()
                            .used(new Usage(5, 4, 3, 2, 1, new BigDecimal(cost), "m"))
                            .at(9)),
            Stream.of(
                Samples.run(7, 3, new RunState.Running())
                    .edit()
                    .used(new Usage(1L << 40, 0, 3, 0, 1, null, "m"))
                    .at(9)),
            EveryKind.APPROVAL_STATES.stream()
                .map(
                    state ->
                        Samples.run(7, 3, new RunState.WaitingForApproval())
                            .edit()
                            .ask(List.of(Samples.approval(8, state)))
                            .at(9)),
            EveryKind.QUESTION_STATES.stream()
                .map(
                    state ->
                        Samples.run(7, 3, new RunState.WaitingForUserQuestion())
                            .edit()
                            .ask(List.of(Samples.question(8, state)))
                            .at(9)),
            Stream.of(full()))
        .flatMap(it -> it);
  }

  /** Every list has something in it. */
  private static Run full() {
    Run run =
        Samples.parked(7, 3, 8, Samples.NOW)
            .edit()
            .outputs(List.of(Samples.output(), Samples.output()))
            .ask(List.of(Samples.question(9, EveryKind.QUESTION_STATES.getLast())))
            .escalate(List.of(Samples.question(10, EveryKind.QUESTION_STATES.getFirst())))
            .at(11);
    for (long row : LongStream.range(1, Trail.FULL + 10).toArray()) {
      run = run.onTrail(row);
    }
    return run;
  }

  @ParameterizedTest
  @MethodSource("runs")
  void a_run_comes_back_as_it_was(Run run) {
    assertThat(Documents.run(Documents.text(run), null)).isEqualTo(run);
    String head = Documents.text(run.head());
    assertThat(Documents.run(Documents.body(run), head)).isEqualTo(run);
    assertThat(Documents.run(Documents.text(run), head)).as("older ones hold it").isEqualTo(run);
  }

  @Test
  void a_run_whose_head_is_gone_is_damaged() {
    String body = Documents.body(full());
    assertThatThrownBy(() -> Documents.run(body, null)).isInstanceOf(Damaged.class);
    String journal = Documents.text(new JournalDoc.Written(null, new Json(body), EveryKind.EVENTS));
    assertThatThrownBy(() -> Documents.journal(journal, null)).isInstanceOf(Damaged.class);
    assertThat(Documents.journal(journal, Documents.text(full().head())).run()).isEqualTo(full());
  }

  @ParameterizedTest
  @MethodSource("runs")
  void a_number_that_is_0_is_left_out(Run run) {
    String stored = Documents.text(run);
    assertThat(stored).doesNotContainPattern("(count|before|steps|earlier|tokens|calls)\":0[,}]");
    String before =
        plain(stored)
            .replaceFirst("^\\{", "{\"steps_before\":0,")
            .replace("\"trail\":{}", "\"trail\":{\"earlier\":0}");
    assertThat(Documents.run(before, null))
        .as("those of before hold it")
        .isEqualTo(Documents.run(stored, null));
  }

  @Test
  void a_run_within_a_row_of_the_journal_has_no_checksum_of_its_own() {
    Run run = full();
    Json inside = Documents.inJournal(Documents.body(run));
    assertThat(inside.text()).isEqualTo(plain(Documents.body(run)));
    String text = Documents.text(new JournalDoc.Written(null, inside, EveryKind.EVENTS));
    assertThat(text.split("\"#\":", -1)).hasSize(2);
    assertThat(Documents.journal(text, Documents.text(run.head())))
        .isEqualTo(new JournalDoc(null, run, EveryKind.EVENTS));
    int at = text.indexOf("\"steps\"");
    assertThatThrownBy(
            () -> Documents.journal(text.substring(0, at) + "~" + text.substring(at + 1), null))
        .isInstanceOf(Damaged.class);
  }

  @Test
  void a_journal_row_comes_back_as_it_was() {
    Run run = full();
    String text =
        Documents.text(
            new JournalDoc.Written(null, new Json(Documents.text(run)), EveryKind.EVENTS));
    assertThat(Documents.journal(text, null))
        .isEqualTo(new JournalDoc(null, run, EveryKind.EVENTS));
  }

  @Test
  void what_leaves_the_daemon_comes_back_as_it_was() {
    for (DeliveryState state : EveryKind.DELIVERY_STATES) {
      Delivery delivery = Samples.delivery(9, "lane", state);
      assertThat(Documents.delivery(Documents.text(delivery))).isEqualTo(delivery);
    }
    for (Checkpoint.Subject subject : EveryKind.CHECKPOINTS) {
      Checkpoint checkpoint = Samples.checkpoint(3, subject);
      assertThat(Documents.checkpoint(Documents.text(checkpoint))).isEqualTo(checkpoint);
    }
    ExternalAction action = Samples.action(7, 1);
    assertThat(Documents.action(Documents.text(action))).isEqualTo(action);
  }

  @Test
  void steps_come_back_as_they_were() {
    assertThat(Documents.steps(Documents.text(EveryKind.STEPS))).isEqualTo(EveryKind.STEPS);
  }

  @Test
  void an_input_of_nothing_but_text_is_written_as_it_always_was() {
    String text = "[{\"type\":\"input\",\"text\":\"hello\"}]";
    assertThat(plain(Documents.text(List.<Step>of(new Step.Input("hello"))))).isEqualTo(text);
    assertThat(Documents.steps(text)).containsExactly(new Step.Input("hello"));
  }

  @Test
  void a_journal_row_of_a_session_alone_names_the_session() {
    String text = Documents.text(new JournalDoc.Written("ses", null, List.of()));
    assertThat(plain(text)).isEqualTo("{\"session_id\":\"ses\"}");
    assertThat(Documents.journal(text, null)).isEqualTo(new JournalDoc("ses", null, List.of()));
  }

  // PF-70, PF-72
  @Test
  void PF_70_PF_72_a_token_of_before_is_as_it_was_and_reaches_every_session() {
    String text =
        "{\"key\":2,\"id\":\"id\",\"name\":\"name\",\"role\":\"AGENT\",\"tenant_id\":\"tenantId\","
            + "\"sha256\":\"sha256\",\"created_at_ms\":4,\"created_by\":\"createdBy\","
            + "\"expires_at_ms\":4,\"#\":\"db134a56\"}";
    Token token = Documents.token(text);
    assertThat(token.expiresAtMs()).isEqualTo(4);
    assertThat(token.principal()).isEqualTo("name");
    assertThat(token.isOwnOnly()).isFalse();
    assertThat(token.isUndecided()).isTrue();
    assertThat(Documents.text(token)).isEqualTo(text);
    assertThat(token.until(null).isValidAt(Long.MAX_VALUE)).isTrue();
  }

  @Test
  void sessions_mails_and_tokens_come_back_as_they_were() {
    Session bare = Samples.session(5);
    Session scoped =
        new Session(
            6,
            "ß/\"",
            "a",
            "c",
            "t",
            "thread",
            new CapabilityScope(
                List.of("a"), List.of(), List.of("*"), List.of(), List.of(), List.of("b")),
            new CredentialScope(
                List.of("r"),
                List.of(),
                List.of(),
                List.of("c"),
                List.of(),
                List.of(),
                List.of(),
                List.of("m")),
            1,
            new Session.Parent(5, "session-5"),
            new Session.Ended(Long.MAX_VALUE, "ada", null, 7),
            Samples.persona(9),
            new RoutePolicy("scripted", Samples.INPUT),
            List.of(new ReplyHandle("http", "{}")),
            new Session.Conversation("ext", "user:ada"));
    assertThat(Documents.session(Documents.text(bare))).isEqualTo(bare);
    assertThat(Documents.session(Documents.text(scoped))).isEqualTo(scoped);
    Mail mail = Samples.mail(8, 5, Mail.Reason.RUN_ENDED);
    assertThat(Documents.mail(Documents.text(mail))).isEqualTo(mail);
    assertThat(Documents.token(Documents.text(Samples.token(5)))).isEqualTo(Samples.token(5));
  }

  @Test
  void json_of_any_size_and_depth_is_kept_to_the_letter() {
    String deep = "[".repeat(20_000) + "]".repeat(20_000);
    String number = "9".repeat(5_000);
    String name = "\"" + "k".repeat(60_000) + "\"";
    Json odd = new Json("{%s:[%s,%s,1.10,\"\\u00e9\\/\"]}".formatted(name, deep, number));
    Run run =
        Samples.run(1, 2, new RunState.Running())
            .edit()
            .turn(List.of(new Call(new ToolCall("c", "t", odd), Call.Progress.STARTED, null)))
            .at(3);
    assertThat(Documents.run(Documents.text(run), null)).isEqualTo(run);
  }

  @Test
  @DisplayName("AG-69 how far a call has come at a server is stored with the run")
  void a_call_that_goes_on_at_a_server_is_kept() {
    RemoteCall remote =
        RemoteCall.at("web")
            .task("t1", 5, 250)
            .asked(List.of(new RemoteCall.Input("a", null, false)), "state");
    Run run =
        Samples.run(1, 2, new RunState.Running())
            .edit()
            .turn(List.of(Call.planned(new ToolCall("c", "t", new Json("{}")))))
            .call("c", Call.Progress.STARTED)
            .remote("c", remote)
            .at(3);
    Run read = Documents.run(Documents.text(run), null);
    assertThat(read).isEqualTo(run);
    assertThat(read.calls().getFirst().remote()).isEqualTo(remote);
    // With its result the call is over, there as here.
    assertThat(run.edit().call("c", Call.Progress.DONE).at(4).calls().getFirst().remote()).isNull();
  }

  @Test
  void what_a_newer_program_added_is_passed_over_and_what_an_older_one_lacked_is_empty() {
    String text = plain(Documents.text(Samples.run(1, 2, new RunState.Running())));
    assertThat(Documents.run("{\"from_the_future\":{\"a\":[1]}," + text.substring(1), null))
        .isEqualTo(Samples.run(1, 2, new RunState.Running()));
    Run without = Documents.run(text.replace("\"steps\":1,", ""), null);
    assertThat(without.steps()).isZero();
    assertThat(without.outputs()).isEmpty();
  }

  @Test
  // KT-29
  void what_was_written_before_callers_could_name_a_trace_has_none() {
    String member = ",\"trace\":\\{[^}]*}";
    Run run = Samples.run(1, 2, new RunState.Running());
    Delivery delivery = Samples.delivery(10, "a", new DeliveryState.Queued());

    assertThat(run.head().trace()).isNotNull();
    assertThat(
            Documents.run(plain(Documents.text(run)).replaceFirst(member, ""), null).head().trace())
        .isNull();
    assertThat(delivery.slip().trace()).isNotNull();
    assertThat(
            Documents.delivery(plain(Documents.text(delivery)).replaceFirst(member, ""))
                .slip()
                .trace())
        .isNull();
  }

  @Test
  void a_question_of_before_there_were_partial_answers_has_none() {
    String written =
        """
        {"id":"qst_1","call_id":"call_1","questions":[{"id":"q","header":"","question":"Which?",\
        "multi_select":false}],"created_at_ms":5,"expires_at_ms":9,\
        "state":{"type":"pending","expires_at_ms":9}}""";
    Run run = Samples.run(1, 2, new RunState.WaitingForUserQuestion());
    String text = Documents.text(run);
    Run read =
        Documents.run(
            text.substring(0, text.length() - 1) + ",\"questions\":[" + written + "]}", null);

    assertThat(read.questions().getFirst().state()).isEqualTo(QuestionState.Pending.until(9L));
    assertThat(read.questions().getFirst().questions().getFirst())
        .as("wants an answer, in whatever words")
        .isEqualTo(new StructuredQuestion("q", "", "Which?", List.of(), false));
    assertThat(Documents.run(Documents.text(read), null)).isEqualTo(read);
  }

  @Test
  void a_document_can_be_read_by_a_person() {
    assertThat(Documents.text(Samples.parked(7, 3, 8, null)))
        .startsWith("{\"head\":{\"key\":7,\"id\":\"run_0000000000")
        .contains(
            "\"state\":{\"type\":\"waiting_for_approval\"}",
            "\"input\":{\"command\":\"ls -la \\\"März\\\"\\n\",\"n\":1.0E+2",
            "\"state\":{\"type\":\"pending\"}")
        .doesNotContain("null,", "\"outputs\"");
  }
}
