package dev.holdpoint.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.blackbox.Host;
import dev.holdpoint.blackbox.Host.Parked;
import dev.holdpoint.blackbox.Ndjson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is sent of a message while it is made: one object a line, in order, with one end. */
@OnBothDatabases
class SignedStreamTest extends SignedAcceptance {
  SignedStreamTest(Database database) {
    super(database);
  }

  private Ndjson say(String conversation, String... lines) {
    return Ndjson.post(
        host.adapter(),
        "/conversations/" + conversation + "/messages",
        Host.content(lines).toString());
  }

  private static Parked parked(String conversation, JsonNode required) {
    return new Parked(
        conversation, text(required, "message_id"), required.at("/data/approval/id").asString());
  }

  /** What holds of every stream, whatever happened. */
  private static List<String> checked(Ndjson stream, String conversation) {
    List<JsonNode> lines = new ArrayList<>();
    stream.taken().forEach(line -> lines.add(JSON.readTree(line)));
    for (int i = 0; i < lines.size(); i++) {
      JsonNode line = lines.get(i);
      assertThat(members(line))
          .containsExactlyInAnyOrder(
              "object", "type", "conversation_id", "message_id", "seq", "data", "created_at");
      assertThat(text(line, "object")).isEqualTo("conversation.event");
      assertThat(text(line, "conversation_id")).isEqualTo(conversation);
      assertThat(line.path("seq").asInt()).as("seq has no gap").isEqualTo(i);
    }
    List<String> types = lines.stream().map(line -> text(line, "type")).toList();
    assertThat(types.stream().filter(type -> type.equals("message_end") || type.equals("error")))
        .as("one end")
        .hasSize(1);
    assertThat(types.getLast()).isIn("message_end", "error");
    return types;
  }

  private static List<String> withoutDeltas(List<String> types) {
    return types.stream().filter(type -> !type.equals("content_delta")).toList();
  }

  @Test
  // S1-46, S1-47
  void S1_46_S1_47_the_parked_stream_emits_resumed_and_goes_on_to_its_end() {
    String conversation = host.conversation();
    try (Ndjson stream =
        say(conversation, Script.say("before"), asksForSecret(), Script.say("after"))) {
      assertThat(stream.header("Content-Type")).startsWith("application/x-ndjson");
      JsonNode required = stream.next("approval_required");
      Parked parked = parked(conversation, required);
      assertThat(required.at("/data/approval")).isEqualTo(host.approval(parked.approval()));

      JsonNode approved = host.approve(parked, ALIAS, "v").expect(200).json();

      JsonNode resumed = stream.next();
      assertThat(text(resumed, "type")).isEqualTo("resumed");
      assertThat(resumed.at("/data/approval_id").asString()).isEqualTo(text(approved, "id"));
      stream.rest();
      List<String> types = checked(stream, conversation);
      assertThat(withoutDeltas(types))
          .containsSubsequence("message_start", "approval_required", "resumed", "message_end");
      JsonNode end = JSON.readTree(stream.taken().getLast());
      JsonNode message = end.at("/data/message");
      assertThat(text(message, "status")).isEqualTo("completed");
      assertThat(text(message, "content")).contains("before").contains("after");
      assertThat(message).isEqualTo(host.message(parked));
    }
  }

  @Test
  void a_denial_ends_the_stream_with_one_error() {
    String conversation = host.conversation();
    try (Ndjson stream = say(conversation, asksForSecret(), Script.say("after"))) {
      Parked parked = parked(conversation, stream.next("approval_required"));

      host.deny(parked).expect(200);

      List<JsonNode> rest = stream.rest();
      checked(stream, conversation);
      assertThat(text(rest.getLast(), "type")).isEqualTo("error");
      JsonNode problem = rest.getLast().at("/data/problem");
      assertThat(text(problem, "type")).isEqualTo(moving.address() + "/problems/approval-denied");
      assertThat(rest.stream().map(line -> text(line, "type")))
          .doesNotContain("resumed", "message_end");
      assertThat(text(host.message(parked), "status")).isEqualTo("failed");
      assertThat(stream.taken().toString()).doesNotContain("after");
    }
  }

  @Test
  void a_refused_decision_is_not_heard_of_on_the_stream() {
    String conversation = host.conversation();
    try (Ndjson stream = say(conversation, asksToAct("x"), Script.say("after"))) {
      Parked parked = parked(conversation, stream.next("approval_required"));
      for (int i = 0; i < 5; i++) {
        problem(send(parked.approve(), denyBody(parked)), 403, "approval-signature-invalid");
      }
      host.approve(parked).expect(200);

      stream.rest();

      assertThat(withoutDeltas(checked(stream, conversation)))
          .containsOnlyOnce("resumed", "approval_required", "message_end");
    }
  }

  @Test
  void several_rounds_of_approvals_are_several_pairs_of_lines() {
    String conversation = host.conversation();
    try (Ndjson stream =
        say(
            conversation,
            asksToAct("one"),
            asksToAct("two"),
            asksToAct("three"),
            Script.say("x"))) {
      for (int round = 0; round < 3; round++) {
        Parked parked = parked(conversation, stream.next("approval_required"));
        host.approve(parked).expect(200);
        assertThat(stream.next("resumed").at("/data/approval_id").asString())
            .isEqualTo(parked.approval());
      }
      stream.rest();
      assertThat(
              withoutDeltas(checked(stream, conversation)).stream()
                  .filter(type -> type.equals("resumed")))
          .hasSize(3);
    }
  }

  @Test
  void two_approvals_of_one_turn_are_both_shown_and_both_needed() {
    String conversation = host.conversation();
    try (Ndjson stream =
        say(
            conversation,
            Script.together(asksToAct("one"), asksToAct("two")),
            Script.say("after"))) {
      Parked one = parked(conversation, stream.next("approval_required"));
      Parked two = parked(conversation, stream.next("approval_required"));
      assertThat(one.approval()).isNotEqualTo(two.approval());

      host.approve(one).expect(200);
      assertThat(text(host.message(one), "status")).isEqualTo("parked");
      host.approve(two).expect(200);

      stream.rest();
      assertThat(checked(stream, conversation)).endsWith("message_end");
    }
  }

  @Test
  void one_of_two_denied_ends_the_message_whatever_the_other_says() {
    String conversation = host.conversation();
    try (Ndjson stream =
        say(
            conversation,
            Script.together(asksToAct("one"), asksToAct("two")),
            Script.say("after"))) {
      Parked one = parked(conversation, stream.next("approval_required"));
      Parked two = parked(conversation, stream.next("approval_required"));

      host.deny(one).expect(200);
      int late = host.approve(two).status();

      assertThat(late).isIn(200, 409);
      List<JsonNode> rest = stream.rest();
      checked(stream, conversation);
      assertThat(text(rest.getLast(), "type")).isEqualTo("error");
      assertThat(stream.taken().toString()).doesNotContain("after");
    }
  }

  @Test
  void a_run_that_fails_ends_with_an_error_and_one_that_waits_its_turn_says_queued() {
    String conversation = host.conversation();
    try (Ndjson first = say(conversation, asksToAct("hold"), Script.fail("the provider is down"));
        Ndjson second = say(conversation, Script.say("second"))) {
      Parked parked = parked(conversation, first.next("approval_required"));
      assertThat(text(second.next(), "type")).isEqualTo("queued");

      host.approve(parked).expect(200);

      first.rest();
      second.rest();
      assertThat(checked(first, conversation)).endsWith("error");
      assertThat(withoutDeltas(checked(second, conversation)))
          .containsExactly("queued", "message_start", "message_end");
    }
  }

  @Test
  void a_reader_that_goes_does_not_stop_the_message() {
    String conversation = host.conversation();
    Parked parked;
    try (Ndjson stream = say(conversation, asksToAct("x"), Script.say("after"))) {
      parked = parked(conversation, stream.next("approval_required"));
    }

    host.approve(parked).expect(200);

    assertThat(text(host.ended(parked), "content")).contains("after");
  }

  @Test
  // Q41: whichever door the answer came through
  void an_answer_from_the_native_surface_is_heard_too() {
    String conversation = host.conversation();
    try (Ndjson stream = say(conversation, asksToAct("x"), Script.say("after"))) {
      Parked parked = parked(conversation, stream.next("approval_required"));

      http.post(
              "/v1/runs/" + parked.run() + "/approvals",
              json("{'resolutions':[{'request_id':'%s','behavior':'allow'}]}", parked.approval()))
          .expect(202);

      assertThat(text(stream.next("resumed"), "message_id")).isEqualTo(parked.message());
      stream.rest();
      checked(stream, conversation);
    }
  }

  @Test
  void what_is_said_in_pieces_adds_up_to_the_message() {
    String conversation = host.conversation();
    String said = "word ".repeat(2_000);
    try (Ndjson stream = say(conversation, Script.say(said))) {
      List<JsonNode> lines = stream.rest();
      checked(stream, conversation);
      StringBuilder pieces = new StringBuilder();
      lines.stream()
          .filter(line -> text(line, "type").equals("content_delta"))
          .forEach(line -> pieces.append(line.at("/data/text").asString()));
      assertThat(pieces.toString().strip()).isEqualTo(said.strip());
      assertThat(lines.getLast().at("/data/message/content").asString()).contains(said.strip());
    }
  }
}
