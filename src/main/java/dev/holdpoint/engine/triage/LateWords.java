package dev.holdpoint.engine.triage;

import dev.holdpoint.core.access.ApproverKey;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateState;
import dev.holdpoint.core.gate.Outcome;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.permission.PermissionRule;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What is kept and told of a decision that came too late. */
public final class LateWords {
  private static final int MOST_BYTES = 16 * 1024;
  private static final int CUT_TEXT = 2_000;
  private static final int SHORT = 200;
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** All that may be kept: neither signatures nor secrets are among it. */
  private static final List<String> MEMBERS =
      List.of(
          "behavior",
          "reason",
          "justification",
          "note",
          "response",
          "option_id",
          "choice",
          "answers",
          "declined",
          "replied",
          "updated_input");

  private LateWords() {}

  /** What is kept of a decision as it was sent. */
  public static Json kept(Json sent) {
    JsonNode tree = JsonTree.of(sent);
    ObjectNode kept = JsonTree.object();
    for (String member : MEMBERS) {
      if (tree.hasNonNull(member)) {
        kept.set(member, tree.get(member));
      }
    }
    if (bytes(kept) > MOST_BYTES) {
      cut(kept);
      kept.put("truncated", true);
    }
    // The shortest texts of the most answers may still be too many.
    for (String member : List.of("replied", "answers")) {
      if (bytes(kept) > MOST_BYTES) {
        kept.remove(member);
      }
    }
    return JsonTree.write(kept);
  }

  /** Whether an answer says what has been answered; of some clients only texts are known. */
  public static boolean isSame(Question question, Json answered, Json late) {
    JsonNode texts = JsonTree.of(late).path("replied");
    if (!texts.isArray()) {
      return kept(answered).equals(kept(late));
    }
    Set<String> said = new HashSet<>();
    JsonNode before = JsonTree.of(answered);
    before.path("replied").forEach(list -> list.forEach(text -> said.add(text.asString(""))));
    for (JsonNode answer : before.path("answers")) {
      String id = answer.path("question_id").asString("");
      said.add(answer.path("freeform_answer").asString(""));
      for (JsonNode option : answer.path("selected_option_ids")) {
        said.add(option.asString(""));
        said.add(label(question, id, option.asString("")));
      }
    }
    return texts
        .valueStream()
        .flatMap(JsonNode::valueStream)
        .allMatch(text -> said.contains(text.asString("")));
  }

  private static int bytes(ObjectNode node) {
    return JsonTree.write(node).text().getBytes(StandardCharsets.UTF_8).length;
  }

  private static void cut(ObjectNode kept) {
    kept.remove("updated_input");
    for (String name : List.copyOf(kept.propertyNames())) {
      JsonNode value = kept.get(name);
      if (value.isString()) {
        kept.put(name, cut(value.stringValue(), CUT_TEXT));
      } else if (value instanceof ArrayNode answers) {
        for (JsonNode answer : answers) {
          if (answer instanceof ObjectNode one && one.path("freeform_answer").isString()) {
            one.put("freeform_answer", cut(one.get("freeform_answer").stringValue(), SHORT));
          }
        }
      }
    }
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }

  /**
   * What the person reads.
   *
   * @param tells whether the agent reads it with its next turn
   */
  public static String refusal(GateState.Settled settled, long nowMs, boolean kept, boolean tells) {
    String became = became(settled.outcome(), settled.by()) + " " + ago(nowMs - settled.atMs());
    if (!kept) {
      return became + "; what you sent is not kept, since the request has too many late answers.";
    }
    return became
        + (tells
            ? "; what you sent is kept with the request, and the agent reads it with its next turn."
            : "; what you sent is kept with the request, and the agent has not read it.");
  }

  private static String became(Outcome outcome, String decider) {
    String by =
        decider.startsWith(PermissionRule.BY)
            ? "A rule"
            : decider.startsWith(ApproverKey.BY) ? "An approver key" : decider;
    return switch (outcome) {
      case ALLOWED -> by + " allowed it";
      case DENIED -> by + " denied it";
      case CHANGES_REQUESTED -> by + " requested changes to it";
      case ASKED_BACK -> by + " asked back about it";
      case RESPONDED -> by + " answered it in the tool's place";
      case ANSWERED -> by + " answered it";
      case DECLINED -> by + " declined it";
      case EXPIRED -> "It expired";
      case WITHDRAWN -> "It was withdrawn";
      case CANCELLED -> by + " cancelled it";
      case SUPERSEDED -> "It was replaced by a revision";
    };
  }

  private static String ago(long ms) {
    long seconds = Math.max(0, ms / 1_000);
    if (seconds < 60) {
      return counted(seconds, "second");
    }
    if (seconds < 3_600) {
      return counted(seconds / 60, "minute");
    }
    return seconds < 86_400 ? counted(seconds / 3_600, "hour") : counted(seconds / 86_400, "day");
  }

  private static String counted(long count, String unit) {
    return count == 1 ? "1 " + unit + " ago" : count + " " + unit + "s ago";
  }

  /** What the session's agent reads. */
  public static String aside(String by, Run run, Gate gate, Json decision, long nowMs) {
    JsonNode sent = JsonTree.of(decision);
    String what =
        switch (gate) {
          case Approval approval ->
              "%s %s %s (%s)"
                  .formatted(
                      by,
                      verb(sent.path("behavior").asString("")),
                      quoted(run.call(approval.callId()).tool(), SHORT),
                      approval.id());
          case Question question ->
              sent.path("declined").asBoolean(false)
                  ? "%s declined to answer %s (%s)".formatted(by, asked(question), question.id())
                  : "%s answered %s to %s (%s)"
                      .formatted(by, answers(question, sent), asked(question), question.id());
        };
    return "%s at %s, after it had %s.%s Nothing was done with it."
        .formatted(what, MINUTE.format(Instant.ofEpochMilli(nowMs)), ended(gate), words(sent));
  }

  private static String verb(String behavior) {
    return switch (behavior) {
      case "allow" -> "allowed";
      case "request_changes" -> "requested changes to";
      case "ask_back" -> "asked back about";
      case "respond" -> "answered in the place of";
      default -> "denied";
    };
  }

  private static String ended(Gate gate) {
    return gate.state() instanceof GateState.Settled settled
        ? switch (settled.outcome()) {
          case EXPIRED -> "expired";
          case ALLOWED -> "been allowed";
          case DENIED -> "been denied";
          case CHANGES_REQUESTED, ASKED_BACK -> "been sent back";
          case RESPONDED, ANSWERED -> "been answered";
          case DECLINED -> "been declined";
          case WITHDRAWN -> "been withdrawn";
          case CANCELLED -> "been cancelled";
          case SUPERSEDED -> "been replaced";
        }
        : "been settled";
  }

  private static String words(JsonNode sent) {
    for (String member : List.of("reason", "response", "justification", "note")) {
      String said = sent.path(member).asString("").strip();
      if (!said.isEmpty()) {
        return " They said: " + quoted(said, CUT_TEXT) + ".";
      }
    }
    return "";
  }

  /** On one line and with its quotes escaped, so that no text can look like more than one. */
  private static String quoted(String text, int most) {
    return JsonTree.write(JsonNodeFactory.instance.stringNode(cut(text, most))).text();
  }

  private static String asked(Question question) {
    return question.questions().stream()
        .map(one -> quoted(one.question(), SHORT))
        .collect(Collectors.joining(", "));
  }

  private static String answers(Question question, JsonNode sent) {
    if (!sent.path("answers").isArray()) {
      return sent.path("replied")
          .valueStream()
          .flatMap(JsonNode::valueStream)
          .map(text -> quoted(text.asString(""), CUT_TEXT))
          .collect(Collectors.joining(", "));
    }
    return sent.path("answers")
        .valueStream()
        .map(answer -> quoted(answer(question, answer), CUT_TEXT))
        .collect(Collectors.joining(", "));
  }

  private static String answer(Question question, JsonNode answer) {
    String id = answer.path("question_id").asString("");
    String chosen =
        answer
            .path("selected_option_ids")
            .valueStream()
            .map(option -> label(question, id, option.asString("")))
            .collect(Collectors.joining(", "));
    String free = answer.path("freeform_answer").asString("");
    return chosen.isEmpty() || free.isEmpty() ? chosen + free : chosen + ": " + free;
  }

  private static String label(Question question, String questionId, String optionId) {
    return question.questions().stream()
        .filter(one -> one.id().equals(questionId))
        .flatMap(one -> one.options().stream())
        .filter(option -> option.id().equals(optionId))
        .map(option -> option.label())
        .findFirst()
        .orElse(optionId);
  }
}
