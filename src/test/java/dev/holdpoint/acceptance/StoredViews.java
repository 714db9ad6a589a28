package dev.holdpoint.acceptance;

import static java.util.stream.Collectors.joining;

import dev.holdpoint.blackbox.Http;
import dev.holdpoint.blackbox.Sse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/**
 * Everything that can be read of a ledger, by path. Left out is what tells of the daemon and not of
 * the ledger: its nodes, its health, its connections.
 */
final class StoredViews {
  /** What a stream's path is followed by: the last frame that is a part of the view. */
  private static final String UNTIL = " until ";

  private static final String EXPORT = "/v1/audit/export";
  private static final String CHECKPOINTS = "/v1/audit/checkpoints";

  /** The run whose chain tells of administration. */
  private static final String ADMIN = "admin";

  /** The daemon is in the same JVM, so that more would only wait for each other. */
  private static final int READERS = 4;

  /** Of what costs much and shows little new, one of so many is read. */
  private static final int SAMPLED = 13;

  private final Http http;
  private final Set<String> paths = new LinkedHashSet<>();

  /** The last event of each run and session, and of all under the empty name. */
  private final Map<String, Long> last = new LinkedHashMap<>();

  private StoredViews(Http http) {
    this.http = http;
  }

  /** Finds the paths of all views that there are. */
  static List<String> of(Http http) {
    StoredViews views = new StoredViews(http);
    views.runs();
    views.sessions();
    views.gates();
    views.work();
    views.material();
    views.tenants();
    views.audit();
    views.streams();
    return List.copyOf(views.paths);
  }

  /** What each path shows. */
  static Map<String, String> read(Http http, List<String> paths) {
    Map<String, String> bodies = new LinkedHashMap<>();
    try (ExecutorService readers = Executors.newFixedThreadPool(READERS)) {
      List<Future<String>> all =
          paths.stream().map(path -> readers.submit(() -> read(http, path))).toList();
      for (int i = 0; i < paths.size(); i++) {
        bodies.put(paths.get(i), text(readers, all.get(i)));
      }
    }
    return bodies;
  }

  /** Of the first that fails nobody waits for the others: a stream may never come to its end. */
  private static String text(ExecutorService readers, Future<String> view) {
    try {
      return view.get();
    } catch (InterruptedException e) {
      readers.shutdownNow();
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      readers.shutdownNow();
      throw new IllegalStateException(e);
    }
  }

  private static String read(Http http, String path) {
    if (path.equals(EXPORT)) {
      return exported(http.get(path).expect(200).text());
    }
    if (path.startsWith(CHECKPOINTS)) {
      return checkpoints(http.get(path).expect(200).json());
    }
    int until = path.indexOf(UNTIL);
    return until < 0
        ? shown(http.get(path))
        : frames(http, path.substring(0, until), path.substring(until + UNTIL.length()));
  }

  /**
   * Without what every start and every reader adds: acts of administration, and how many lines
   * there are. Its first line says when it was made.
   */
  private static String exported(String text) {
    Set<String> acts = new HashSet<>();
    List<String> kept = new ArrayList<>();
    text.lines()
        .skip(1)
        .forEach(
            line -> {
              JsonNode read = Acceptance.JSON.readTree(line);
              JsonNode record = read.path("record");
              boolean added =
                  record.path("run_id").asString("").equals(ADMIN)
                      || acts.contains(read.path("action_id").asString(""))
                      || read.path("type").asString().equals("end");
              if (added) {
                acts.add(record.path("action_id").asString(""));
              } else {
                kept.add(line);
              }
            });
    return String.join("\n", kept);
  }

  private static String checkpoints(JsonNode page) {
    return page.path("items")
        .valueStream()
        .filter(one -> !one.path("run_id").asString("").equals(ADMIN))
        .map(JsonNode::toString)
        .collect(joining("\n"));
  }

  /** A refusal is a view too, but for the number of the request. */
  private static String shown(Http.Answer answer) {
    return answer.status() == 200
        ? answer.text()
        : answer.status() + " " + answer.json().path("code").asString();
  }

  private static String frames(Http http, String path, String until) {
    StringBuilder all = new StringBuilder();
    try (Sse stream = http.stream(path)) {
      Sse.Frame frame;
      do {
        frame = stream.next();
        all.append(frame.id()).append(' ').append(frame.type()).append(' ');
        all.append(frame.text()).append('\n');
      } while (!until.equals(frame.id()));
    }
    return all.toString();
  }

  /** All pages of a list; gives what stands at the place in each row. */
  private List<String> list(String path, String id) {
    List<String> ids = new ArrayList<>();
    String first = path + (path.contains("?") ? "&" : "?") + "page=true&limit=50";
    String next = first;
    while (true) {
      paths.add(next);
      JsonNode page = http.get(next).expect(200).json();
      page.path("items").valueStream().map(row -> row.at(id).asString()).forEach(ids::add);
      JsonNode pagination = page.path("pagination");
      if (!pagination.path("has_more").asBoolean()) {
        return ids;
      }
      next = first + "&cursor=" + pagination.path("next_cursor").asString();
    }
  }

  /** A list, and of each of its rows the views at these paths. */
  private void each(String path, String id, String... views) {
    for (String one : list(path, id)) {
      for (String view : views) {
        paths.add(view.formatted(one));
      }
    }
  }

  private void runs() {
    for (String status :
        List.of(
            "queued",
            "waiting_for_approval",
            "waiting_for_user_question",
            "failed",
            "interrupted",
            "cancelled")) {
      list("/v1/runs?status=" + status, "/run_id");
    }
    paths.add("/v1/runs?priority_active=true");
    for (String run : list("/v1/runs", "/run_id")) {
      String path = "/v1/runs/" + run;
      paths.addAll(List.of(path, path + "/events"));
      if (!http.get(path + "/external-actions").expect(200).json().isEmpty()) {
        paths.add(path + "/external-actions");
      }
      for (JsonNode event : http.get(path + "/events").expect(200).json()) {
        long number = event.path("event_id").asLong();
        for (String name : List.of(run, "session " + event.path("session_id").asString(), "")) {
          last.merge(name, number, Math::max);
        }
      }
    }
  }

  private void sessions() {
    int met = 0;
    for (String session : list("/v1/sessions", "/session_id")) {
      String path = "/v1/sessions/" + session;
      paths.add(path);
      for (String view :
          List.of(
              path + "/questions?status=all",
              "/v1/mailboxes/" + session,
              "/v1/mailboxes/" + session + "/dead-letter",
              "/api/approval/pending?session_id=" + session,
              "/api/clarify/pending?session_id=" + session)) {
        // That there is nothing need not be seen of each of them.
        if (met % SAMPLED == 0 || http.get(view).text().contains("_id\":\"")) {
          paths.add(view);
        }
      }
      if (met++ % SAMPLED == 0) {
        paths.addAll(
            List.of(
                path + "/events",
                path + "/reply-targets",
                path + "/memory-search?query=order",
                path + "/memory-context?query=order"));
      }
    }
  }

  private void gates() {
    for (String status : List.of("pending", "resolved", "expired", "withdrawn")) {
      list("/v1/approvals?status=" + status, "/request/id");
      list("/v1/questions?status=" + status, "/request/id");
    }
    each("/v1/approvals?status=all", "/request/id", "/v1/approvals/%s");
    each("/v1/questions?status=all", "/request/id", "/v1/questions/%s");
    each("/v1/permission-rules", "/rule_id", "/v1/permission-rules/%s");
  }

  private void work() {
    each("/v1/schedules", "/schedule_id", "/v1/schedules/%s");
    each("/v1/observations", "/observation_id", "/v1/observations/%s");
    each("/v1/learnings", "/learning_id", "/v1/learnings/%s");
    each("/v1/personas", "/persona_id", "/v1/personas/%s");
    each("/v1/notifications", "/notification_id", "/v1/notifications/%s");
    each("/v1/deliveries", "/delivery_id", "/v1/deliveries/%s");
    list("/v1/deliveries/dead-letter", "/delivery_id");
    for (String channel : list("/v1/channels", "/channel_id")) {
      paths.add("/v1/channels/" + channel);
      list("/v1/channels/" + channel + "/messages", "/message_id");
    }
    for (String project : list("/v1/projects", "/project_id")) {
      String tasks = "/v1/projects/" + project + "/tasks";
      paths.add("/v1/projects/" + project);
      each(tasks, "/task_id", tasks + "/%s");
    }
  }

  private void material() {
    each("/v1/assets", "/asset_id", "/v1/assets/%s", "/v1/assets/%s/raw");
    for (String board : list("/v1/boards", "/board_id")) {
      String revisions = "/v1/boards/" + board + "/revisions";
      paths.add("/v1/boards/" + board);
      each(revisions, "/revision_id", revisions + "/%s");
    }
  }

  private void tenants() {
    for (String tenant : list("/v1/tenants", "/tenant_id")) {
      String path = "/v1/tenants/" + tenant;
      paths.addAll(List.of(path, path + "/approval-policy"));
      list(path + "/service-keys", "/key_id");
      list(path + "/approver-keys", "/key_id");
      list(path + "/refused-assertions", "/key_id");
      signed(tenant);
    }
    paths.add("/v1/tokens");
  }

  /** What a host sees of the tenant's approvals and conversations. */
  private void signed(String tenant) {
    String first = "/approvals?limit=50&tenant_id=" + tenant;
    String next = first;
    JsonNode page;
    do {
      paths.add(next);
      page = http.get(next).expect(200).json();
      for (JsonNode approval : page.path("data")) {
        String conversation = "/conversations/" + approval.path("conversation_id").asString();
        paths.add("/approvals/" + approval.path("id").asString());
        paths.addAll(List.of(conversation, conversation + "/messages", conversation + "/secrets"));
      }
      next = first + "&starting_after=" + page.path("next_cursor").asString();
    } while (page.path("has_more").asBoolean());
  }

  private void audit() {
    list("/v1/audit/checkpoints", "/checkpoint_id");
    paths.addAll(List.of("/v1/audit/keys", EXPORT, "/v1/vault"));
  }

  private void streams() {
    int met = 0;
    for (Map.Entry<String, Long> one : new TreeMap<>(last).entrySet()) {
      String name = one.getKey();
      String until = "?cursor=0" + UNTIL + one.getValue();
      if (name.isEmpty()) {
        paths.add("/v1/events/stream" + until);
      } else if (met++ % SAMPLED == 0) {
        paths.add(
            (name.startsWith("session ")
                    ? "/v1/sessions/" + name.substring("session ".length())
                    : "/v1/runs/" + name)
                + "/stream"
                + until);
      }
    }
  }
}
