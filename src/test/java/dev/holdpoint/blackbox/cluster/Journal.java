package dev.holdpoint.blackbox.cluster;

import dev.holdpoint.blackbox.cluster.History.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All that has happened, as a node tells it to those who read from the beginning. */
public final class Journal {
  private static final JsonMapper JSON = new JsonMapper();

  /** A name for one thing that a client has asked for, wherever it stands. */
  public static final Pattern MARK = Pattern.compile("mark-\\d+-\\d+[a-z]?");

  private final NavigableMap<Long, String> texts = new TreeMap<>();
  private final Map<String, Life> lives = new LinkedHashMap<>();
  private final Map<String, List<Decided>> decisions = new LinkedHashMap<>();

  /** A run: the types of its events in order, and how its gates were decided. */
  public record Life(String mark, List<String> types, List<String> behaviors) {
    public boolean is(String end) {
      return types.getLast().equals(end);
    }
  }

  /** How a gate was decided. */
  public record Decided(String mark, String behavior) {}

  public Journal(List<Event> events) {
    events.forEach(this::add);
  }

  /** What has happened next. */
  public void add(Event event) {
    texts.put(event.id(), event.text());
    JsonNode data = JSON.readTree(event.text());
    switch (data.path("type").asString()) {
      case "run_event" -> note(data.path("entry"));
      case "approval_resolved" -> noteDecision(data);
      case "question_resolved" -> noteAnswer(data);
      default -> {}
    }
  }

  private void note(JsonNode entry) {
    JsonNode event = entry.path("event");
    String work = event.path("run").path("request").path("text_preview").asString("");
    life(entry.path("run_id").asString(), markIn(work)).types.add(event.path("type").asString());
  }

  private void noteDecision(JsonNode event) {
    JsonNode resolution = event.path("resolution");
    String behavior = resolution.path("behavior").asString();
    decisions
        .computeIfAbsent(event.path("approval_id").asString(), _ -> new ArrayList<>())
        .add(new Decided(markIn(resolution.path("justification").asString("")), behavior));
    life(event.path("run_id").asString(), "").behaviors.add(behavior);
  }

  private void noteAnswer(JsonNode event) {
    String answers = event.path("resolution").path("answers").toString();
    decisions
        .computeIfAbsent(event.path("question_id").asString(), _ -> new ArrayList<>())
        .add(new Decided(markIn(answers), answers));
  }

  private Life life(String run, String mark) {
    return lives.computeIfAbsent(run, _ -> new Life(mark, new ArrayList<>(), new ArrayList<>()));
  }

  /** The first mark in a text; empty where there is none. */
  public static String markIn(String text) {
    Matcher mark = MARK.matcher(text);
    return mark.find() ? mark.group() : "";
  }

  public NavigableMap<Long, String> texts() {
    return texts;
  }

  /** By the run's id. */
  public Map<String, Life> lives() {
    return lives;
  }

  /** By the gate's id; one each, if all is well. */
  public Map<String, List<Decided>> decisions() {
    return decisions;
  }
}
