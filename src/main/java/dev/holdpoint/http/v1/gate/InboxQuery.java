package dev.holdpoint.http.v1.gate;

import dev.holdpoint.api.json.Limits;
import dev.holdpoint.core.access.PrincipalName;
import dev.holdpoint.core.description.CallKind;
import dev.holdpoint.core.description.Description;
import dev.holdpoint.core.description.RiskLevel;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.inbox.InboxPlace;
import dev.holdpoint.core.inbox.InboxSort;
import dev.holdpoint.core.inbox.SearchWords;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.engine.inbox.InboxGate;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.v1.call.ListPages;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks the inbox for.
 *
 * @param expiresWithinMs null for all
 * @param sinceMs of the time raised; where nothing pending is asked for, of the time settled
 * @param search null without words
 * @param triage null where what people did narrows nothing
 * @param name of the list with all that narrows it down; a cursor belongs to it
 */
record InboxQuery(
    Set<GateKind> types,
    Set<GateState.Status> statuses,
    @Nullable String sessionId,
    @Nullable String agentId,
    @Nullable String tenantId,
    @Nullable String tool,
    @Nullable CallKind kind,
    @Nullable RiskLevel risk,
    @Nullable Long expiresWithinMs,
    @Nullable String by,
    @Nullable Outcome outcome,
    long sinceMs,
    long untilMs,
    @Nullable SearchWords search,
    @Nullable TriageFilter triage,
    InboxSort sort,
    int limit,
    @Nullable InboxPlace after,
    String name) {
  /** What narrows the list down: a cursor is of one of each. */
  private static final List<String> NARROWING =
      List.of(
          "status",
          "type",
          "session_id",
          "agent_id",
          "tenant_id",
          "tool",
          "kind",
          "risk",
          "expires_within_ms",
          "by",
          "outcome",
          "since_ms",
          "until_ms",
          "for",
          "claimed",
          "snoozed",
          "unseen",
          "q");

  private static final int NAME = 22;

  /** The clock may have been set back after a gate was raised. */
  private static final long CLOCK_SLACK_MS = Duration.ofDays(1).toMillis();

  static InboxQuery of(Call call) {
    Outcome outcome = GateLists.outcomeOf(call.query("outcome"));
    String by = call.query("by");
    Set<GateState.Status> statuses = statuses(call.query("status"), outcome != null || by != null);
    boolean waits = statuses.contains(GateState.Status.PENDING);
    long sinceMs = call.longQuery("since_ms", 0, 0, Limits.TIME_MS);
    long untilMs = call.longQuery("until_ms", Limits.TIME_MS, 0, Limits.TIME_MS);
    if (sinceMs > untilMs) {
      throw invalid("since_ms=%d must not be after until_ms=%d.".formatted(sinceMs, untilMs));
    }
    InboxSort asked = word(call, "sort", InboxSort.values());
    InboxSort usual = waits && statuses.size() == 1 ? InboxSort.OLDEST : InboxSort.NEWEST;
    InboxSort sort = asked == null ? usual : asked;
    GateKind type = word(call, "type", GateKind.values());
    String limit = call.query("limit");
    String within = call.query("expires_within_ms");
    String name = name(call, sort);
    String cursor = call.query("cursor");
    return new InboxQuery(
        type == null ? EnumSet.allOf(GateKind.class) : EnumSet.of(type),
        statuses,
        call.query("session_id"),
        call.query("agent_id"),
        call.query("tenant_id"),
        call.query("tool"),
        word(call, "kind", CallKind.values()),
        word(call, "risk", RiskLevel.values()),
        within == null ? null : call.longQuery("expires_within_ms", 0, 0, Limits.TIME_MS),
        by,
        outcome,
        sinceMs,
        untilMs,
        search(call.query("q")),
        TriageFilter.of(call),
        sort,
        limit == null ? Limits.PAGE_DEFAULT : ListPages.limit(limit, Limits.INBOX),
        cursor == null ? null : place(cursor, name),
        name);
  }

  private static Set<GateState.Status> statuses(@Nullable String text, boolean ended) {
    return switch (text == null ? (ended ? "settled" : "pending") : text) {
      case "pending" -> EnumSet.of(GateState.Status.PENDING);
      case "resolved" -> EnumSet.of(GateState.Status.RESOLVED);
      case "expired" -> EnumSet.of(GateState.Status.EXPIRED);
      case "withdrawn" -> EnumSet.of(GateState.Status.WITHDRAWN);
      case "settled" -> EnumSet.complementOf(EnumSet.of(GateState.Status.PENDING));
      case "all" -> EnumSet.allOf(GateState.Status.class);
      default ->
          throw invalid(
              "status must be one of pending, resolved, expired, withdrawn, settled, all.");
    };
  }

  private static <E extends Enum<E>> @Nullable E word(Call call, String name, E[] values) {
    String text = call.query(name);
    if (text == null) {
      return null;
    }
    List<String> words =
        Arrays.stream(values).map(value -> value.name().toLowerCase(Locale.ROOT)).toList();
    if (!words.contains(text)) {
      throw invalid("%s must be one of %s.".formatted(name, String.join(", ", words)));
    }
    return values[words.indexOf(text)];
  }

  private static @Nullable SearchWords search(@Nullable String text) {
    if (text != null && text.codePointCount(0, text.length()) > Limits.SEARCH) {
      throw invalid("q must have at most %d characters.".formatted(Limits.SEARCH));
    }
    return text == null || text.isBlank() ? null : SearchWords.of(text);
  }

  private static Refused invalid(String why) {
    return Problem.INVALID_REQUEST.because(why).asException();
  }

  /** Short, whatever the filters are: a cursor goes into URLs. */
  private static String name(Call call, InboxSort sort) {
    StringBuilder all = new StringBuilder("inbox ").append(sort.wire());
    for (String parameter : NARROWING) {
      String value = call.query(parameter);
      all.append('\n').append(value == null ? "" : "=" + value);
    }
    // One for me is of one person.
    all.append('\n').append(call.caller().name());
    return Digests.sha256Hex(all.toString().getBytes(StandardCharsets.UTF_8)).substring(0, NAME);
  }

  private static InboxPlace place(String cursor, String name) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (text.startsWith(name + " ")) {
        InboxPlace place = InboxPlace.of(text.substring(name.length() + 1)).orElse(null);
        if (place != null) {
          return place;
        }
      }
    } catch (IllegalArgumentException _) {
      // Not base64url: not a cursor of ours.
    }
    throw Problem.INVALID_CURSOR
        .because(
            "Send next_cursor of the previous page with the same filters and sort, or omit cursor "
                + "to begin again.")
        .asException();
  }

  String cursor(InboxPlace place) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((name + " " + place.text()).getBytes(StandardCharsets.UTF_8));
  }

  boolean asksForPending() {
    return statuses.contains(GateState.Status.PENDING);
  }

  /** Only keys above this one. */
  long above() {
    return asksForPending() ? GateLists.key(sinceMs) - 1 : 0;
  }

  /** Only keys below this one: a gate is settled after it was raised. */
  long below() {
    return GateLists.key(untilMs + (asksForPending() ? 1 : CLOCK_SLACK_MS));
  }

  /** What a gate itself has to say for each of these filters; empty where nothing is asked. */
  List<Predicate<InboxGate>> filters() {
    List<Predicate<InboxGate>> all = new ArrayList<>();
    if (agentId != null) {
      all.add(gate -> gate.run().head().agentId().equals(agentId));
    }
    if (tool != null) {
      all.add(gate -> tool.equals(gate.tool()));
    }
    if (!asksForPending() && (sinceMs > 0 || untilMs < Limits.TIME_MS)) {
      all.add(gate -> isSettled(gate, end -> end.atMs() >= sinceMs && end.atMs() <= untilMs));
    }
    if (outcome != null) {
      all.add(gate -> isSettled(gate, end -> end.outcome() == outcome));
    }
    if (by != null) {
      all.add(gate -> isSettled(gate, end -> PrincipalName.isSame(end.by(), by)));
    }
    if (risk != null) {
      all.add(
          gate -> {
            RiskLevel level = gate.risk();
            return level != null && level.compareTo(risk) >= 0;
          });
    }
    if (kind != null) {
      all.add(
          gate -> {
            Description said = gate.described();
            return said != null && Objects.equals(said.kind(), kind);
          });
    }
    return all;
  }

  private static boolean isSettled(InboxGate gate, Predicate<GateState.Settled> as) {
    return gate.gate().state() instanceof GateState.Settled settled && as.test(settled);
  }
}
