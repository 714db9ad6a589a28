package dev.holdpoint.cli.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.api.gate.ApprovalBodies.ApprovalGrant;
import dev.holdpoint.api.gate.ApprovalBodies.ApprovalRow;
import dev.holdpoint.api.permission.PermissionBodies.PermissionScopeKind;
import dev.holdpoint.cli.inbox.Inbox.Step;
import dev.holdpoint.cli.inbox.InboxEvent.Shown;
import dev.holdpoint.client.http.ClientJson;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the form says that r stores is what it sends. */
class GrantedKeyTest {
  private static Card.ApprovalCard card(String tool, @Nullable String command, String... keys) {
    ObjectNode row =
        JsonNodeFactory.instance
            .objectNode()
            .put("session_id", "s")
            .put("agent_id", "a")
            .put("run_id", "run_1")
            .put("run_kind", "input")
            .put("status", "pending");
    ObjectNode request =
        row.putObject("request")
            .put("id", "apr_1")
            .put("title", "Run it")
            .put("tool_call_id", "call_1")
            .put("scope", "session")
            .put("tool_name", tool)
            .put("reason", "because")
            .put("created_at_ms", 1)
            .put("digest", "d".repeat(64))
            .put("signature_required", false)
            .put("assertion_version", 1);
    ObjectNode input = request.putObject("input");
    if (command != null) {
      input.put("command", command);
    }
    for (String key : keys) {
      request.withArray("pattern_keys").add(key);
    }
    if (keys.length == 0) {
      request.putArray("pattern_keys");
    }
    return new Card.ApprovalCard(ClientJson.read(row.toString(), ApprovalRow.class));
  }

  private static Inbox opened(Card.ApprovalCard card) {
    return InboxMachine.step(
            Cards.with(card), new InboxEvent.Pressed(Key.letter('r'), new Shown(card.id(), true)))
        .inbox();
  }

  private static String text(Inbox inbox) {
    return Drawing.of(inbox, Map.of(), "http://127.0.0.1", 200, 40, 60_000, true).lines().stream()
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bash             | git push | git push        | exactly this command: git push
          Bash             | rm *     | =rm *           | exactly this command: rm *
          bash             | a  b     | a *             | simple commands that begin with a
          BASH             | git push | BASH            | every call of BASH, with any input
          deploy           | deploy   | deploy          | every call of deploy, with any input
          hook:codex/Bash  | npm test | npm test        | exactly this command: npm test
          http_request     |          | =GET https://h/ | exactly this request: GET https://h/
          edit_file        |          | src/**          | edit_file in the folder src/ and all below
          """)
  @DisplayName("PG-29 the form names the key that is stored, narrowest, this session, 8 hours")
  void PG_29_the_form_names_what_is_stored(
      String tool, @Nullable String command, String key, String said) {
    Inbox inbox = opened(card(tool, command, key, "wider"));

    assertThat(text(inbox))
        .contains("What      " + said, "this session, s", "8 hours", "no limit")
        .contains("Testing against past calls…");
    assertThat(inbox.mode())
        .isInstanceOfSatisfying(
            Mode.Remembering.class,
            mode -> {
              assertThat(mode.form().key()).isEqualTo(key);
              assertThat(mode.form().scope()).isEqualTo(PermissionScopeKind.SESSION);
            });
  }

  @Test
  @DisplayName("PG-29 no key stores a rule without the form, its preview and a chosen end")
  void PG_29_nothing_is_stored_without_the_preview() {
    Card.ApprovalCard card = card("bash", "git push", "git push", "git *");
    Inbox inbox = opened(card);
    Step early = press(inbox, Key.Named.ENTER);
    assertThat(early.effect()).isNull();
    assertThat(early.inbox().notice()).contains("Testing against past calls");

    Inbox failed = foreseen(early.inbox(), "git push", PermissionScopeKind.SESSION, false);
    assertThat(press(failed, Key.Named.ENTER).effect()).isNull();

    Inbox known = foreseen(failed, "git push", PermissionScopeKind.SESSION, true);
    assertThat(text(known)).contains("Would have matched 3 of the last 40 calls.");
    assertThat(press(known, Key.Named.ENTER).effect())
        .isEqualTo(
            new Effect.Allow(
                card,
                null,
                new Effect.Remembered(
                    "git push", PermissionScopeKind.SESSION, Duration.ofHours(8), null),
                null));

    // Another pattern or another place is another preview.
    Step other = press(known, Key.Named.RIGHT);
    assertThat(other.effect())
        .isEqualTo(new Effect.Foresee(card, "git *", PermissionScopeKind.SESSION));
    assertThat(press(other.inbox(), Key.Named.ENTER).effect()).isNull();
    Inbox late = foreseen(other.inbox(), "git push", PermissionScopeKind.SESSION, true);
    assertThat(press(late, Key.Named.ENTER).effect()).as("of the one before").isNull();

    Inbox chosen = foreseen(other.inbox(), "git *", PermissionScopeKind.SESSION, true);
    chosen = press(press(chosen, Key.Named.DOWN).inbox(), Key.Named.RIGHT).inbox();
    chosen = foreseen(chosen, "git *", PermissionScopeKind.USER, true);
    chosen = press(press(chosen, Key.Named.DOWN).inbox(), Key.Named.LEFT).inbox();
    chosen = press(chosen, Key.letter('5')).inbox();
    Effect sent = press(chosen, Key.Named.ENTER).effect();
    assertThat(sent)
        .isEqualTo(
            new Effect.Allow(
                card,
                null,
                new Effect.Remembered("git *", PermissionScopeKind.USER, Duration.ofHours(1), 5),
                null));
    ApprovalGrant grant =
        InboxSender.grant(
            Objects.requireNonNull(((Effect.Allow) Objects.requireNonNull(sent)).rule()));
    assertThat(grant.patternKey()).isEqualTo("git *");
    assertThat(grant.maxUses()).isEqualTo(5);
    assertThat(grant.expiresAtMs()).isNotNull();
  }

  private static Inbox foreseen(Inbox inbox, String key, PermissionScopeKind scope, boolean ok) {
    return InboxMachine.step(
            inbox,
            new InboxEvent.Foreseen(
                "apr_1", key, scope, "Would have matched 3 of the last 40 calls.", ok))
        .inbox();
  }

  private static Step press(Inbox inbox, Key key) {
    return press(inbox, key, new Shown(onScreen(inbox), true));
  }

  private static Step press(Inbox inbox, Key key, Shown shown) {
    return InboxMachine.step(inbox, new InboxEvent.Pressed(key, shown));
  }

  private static @Nullable String onScreen(Inbox inbox) {
    return inbox.mode() instanceof Mode.Remembering mode ? RuleKeys.shownAs(mode) : null;
  }

  @Test
  @DisplayName("PG-29 Enter counts for a preview that is on the screen, and was for a moment")
  void PG_29_enter_counts_for_the_preview_that_was_read() {
    Inbox testing = opened(card("bash", "git push", "git push"));
    Shown before = new Shown(onScreen(testing), true);
    Inbox known = foreseen(testing, "git push", PermissionScopeKind.SESSION, true);
    assertThat(onScreen(known)).isNotEqualTo(before.id());

    Step raced = press(known, Key.Named.ENTER, before);
    assertThat(raced.effect()).as("it was pressed before the preview came").isNull();
    assertThat(raced.inbox().notice()).contains("The screen has just changed");
    Step held = press(known, Key.Named.ENTER, new Shown(onScreen(known), true, false));
    assertThat(held.effect()).as("the preview has just come").isNull();
    assertThat(onScreen(held.inbox())).as("the wait begins anew").isNotEqualTo(onScreen(known));
    Step unread = press(known, Key.Named.ENTER, new Shown(onScreen(known), false));
    assertThat(unread.effect()).as("its end was not on the screen").isNull();
    assertThat(unread.inbox().notice()).contains("Scroll to the end (PgDn) to allow.");
    assertThat(press(held.inbox(), Key.Named.ENTER).effect()).isInstanceOf(Effect.Allow.class);
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "40, 12", "20, 8"})
  @DisplayName("PG-29 the form of a long command is read page by page, and the card stays read")
  void PG_29_a_long_form_is_read_page_by_page(int columns, int rows) {
    String command = "echo " + "0123456789".repeat(200);
    Card.ApprovalCard card = card("bash", command, command);
    SeenLines seen = new SeenLines();
    seen.add(Drawing.of(Cards.with(card), Map.of(), "", columns, rows, 1, true).seen());
    String rendered = seen.rendered(card.id());
    Inbox inbox = foreseen(opened(card), command, PermissionScopeKind.SESSION, true);

    boolean whole = seen.add(Drawing.of(inbox, Map.of(), "", columns, rows, 1, true).seen());
    assertThat(whole).isFalse();
    assertThat(press(inbox, Key.Named.ENTER, new Shown(onScreen(inbox), false)).effect()).isNull();
    for (int page = 0; page < 200 && !whole; page++) {
      inbox = press(inbox, Key.Named.PAGE_DOWN).inbox();
      whole = seen.add(Drawing.of(inbox, Map.of(), "", columns, rows, 1, true).seen());
    }
    assertThat(whole).isTrue();
    assertThat(press(inbox, Key.Named.PAGE_UP).inbox().scroll()).isLessThan(inbox.scroll());
    assertThat(seen.rendered(card.id())).as("of the card below").isNotNull().isEqualTo(rendered);
  }

  @Test
  @DisplayName("PG-29 nothing is offered, and nothing sent, where nothing can be stored")
  void PG_29_nothing_is_offered_where_nothing_can_be_stored() {
    for (Card.ApprovalCard once :
        new Card.ApprovalCard[] {card("bash", "ls"), card("bash", null, "bash")}) {
      assertThat(PatternWords.keys(once.row().request())).isEmpty();
      assertThat(opened(once).notice())
          .isEqualTo("Can't be remembered. Each request needs its own approval.");
    }
  }

  @Test
  @DisplayName("PG-29 every call of the tool is chosen only behind w, with a warning")
  void PG_29_the_whole_tool_is_a_wider_choice() {
    Card.ApprovalCard card = card("http_request", null, "=GET https://h/", "http_request");
    Inbox inbox = foreseen(opened(card), "=GET https://h/", PermissionScopeKind.SESSION, true);
    assertThat(press(inbox, Key.Named.RIGHT).effect()).isNull();

    Step wider = press(press(inbox, Key.letter('w')).inbox(), Key.Named.RIGHT);
    assertThat(wider.effect())
        .isEqualTo(new Effect.Foresee(card, "http_request", PermissionScopeKind.SESSION));
    assertThat(text(wider.inbox())).contains("every call of http_request", "whatever it does");
  }
}
