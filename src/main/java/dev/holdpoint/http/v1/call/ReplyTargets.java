package dev.holdpoint.http.v1.call;

import dev.holdpoint.api.delivery.DeliveryBodies.ReplyTarget;
import dev.holdpoint.core.net.Headers;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reply targets, from any of the forms that a caller may send to the one that is stored. */
public final class ReplyTargets {
  private static final String HTTP = "http";

  private final HttpTargets http;

  public ReplyTargets(HttpTargets http) {
    this.http = http;
  }

  /**
   * @param problem what a fault is told as
   */
  public List<ReplyHandle> handles(List<ReplyTarget> targets, Problem problem) {
    Set<ReplyHandle> handles = new LinkedHashSet<>();
    for (int i = 0; i < targets.size(); i++) {
      handles.add(new One(targets.get(i), problem, "/reply_targets/" + i).handle());
    }
    return List.copyOf(handles);
  }

  public ReplyHandle handle(ReplyTarget target, Problem problem, String pointer) {
    return new One(target, problem, pointer).handle();
  }

  /** A handle that came as it is stored; one of HTTP is checked like the structured form. */
  public ReplyHandle handle(String plugin, String address, Problem problem, String pointer) {
    if (!plugin.equals(HTTP)) {
      return new ReplyHandle(plugin, address);
    }
    String url = address;
    Map<String, String> headers = new LinkedHashMap<>();
    if (address.stripLeading().startsWith("{")) {
      JsonNode given;
      try {
        given = JsonTree.read(address);
      } catch (NotJson e) {
        throw wrong(problem, pointer + "/address", "must be a URL, or JSON that contains one");
      }
      url = given.path("url").asString("");
      given
          .path("headers")
          .properties()
          .forEach(header -> headers.put(header.getKey(), header.getValue().asString("")));
    }
    return http(url, headers, problem, pointer + "/address");
  }

  private ReplyHandle http(
      String url, Map<String, String> headers, Problem problem, String pointer) {
    String fault = http.fault(url);
    if (fault != null) {
      throw wrong(problem, pointer, fault);
    }
    ObjectNode address = JsonTree.object().put("url", url);
    if (!headers.isEmpty()) {
      ObjectNode written = address.putObject("headers");
      headers.forEach(
          (name, value) -> {
            String refused = Headers.fault(name, value);
            if (refused != null) {
              throw wrong(problem, pointer + "/headers/" + name, refused);
            }
            written.put(name, value);
          });
    }
    return new ReplyHandle(HTTP, JsonTree.write(address).text());
  }

  private static Refused wrong(Problem problem, String pointer, String message) {
    return problem
        .because("A reply target is not valid. Correct the fields in errors. Nothing was changed.")
        .at(pointer, message)
        .asException();
  }

  /** One target of a body. */
  private final class One {
    private final ReplyTarget target;
    private final Problem problem;
    private final String pointer;
    private final List<String> used = new ArrayList<>(List.of("type"));

    One(ReplyTarget target, Problem problem, String pointer) {
      this.target = target;
      this.problem = problem;
      this.pointer = pointer;
    }

    ReplyHandle handle() {
      ReplyTarget.Type type = target.type();
      ReplyHandle handle =
          switch (type == null ? ReplyTarget.Type.RAW : type) {
            case RAW ->
                ReplyTargets.this.handle(
                    needed("plugin", target.plugin()),
                    needed("address", target.address()),
                    problem,
                    pointer);
            case EXTERNAL ->
                structured(
                    "external",
                    JsonTree.object()
                        .put("connector", needed("connector", target.connector()))
                        .put("route", needed("route", target.route())));
            case TELEGRAM -> telegram();
            case SLACK -> slack();
            case HTTP -> {
              used.add("headers");
              yield http(needed("url", target.url()), target.headers(), problem, pointer + "/url");
            }
          };
      checkUnused();
      return handle;
    }

    private ReplyHandle telegram() {
      JsonNode chat = target.chatId();
      used.add("chat_id");
      boolean named = chat != null && chat.isString() && !chat.asString().isBlank();
      if (chat == null || !(named || chat.isIntegralNumber())) {
        throw wrong(problem, pointer + "/chat_id", "must be a number, or a public name as text");
      }
      ObjectNode address =
          JsonTree.object().put("connector", needed("connector", target.connector()));
      address.set("chat_id", chat);
      number(address, "message_thread_id", target.messageThreadId());
      number(address, "reply_to_message_id", target.replyToMessageId());
      return structured("telegram", address);
    }

    private ReplyHandle slack() {
      ObjectNode address =
          JsonTree.object()
              .put("connector", needed("connector", target.connector()))
              .put("channel_id", needed("channel_id", target.channelId()));
      text(address, "team_id", target.teamId());
      text(address, "thread_ts", target.threadTs());
      return structured("slack", address);
    }

    private ReplyHandle structured(String plugin, ObjectNode address) {
      return new ReplyHandle(plugin, JsonTree.write(address).text());
    }

    private String needed(String name, @Nullable String value) {
      used.add(name);
      if (value == null || value.isBlank()) {
        throw wrong(problem, pointer + "/" + name, "is required for this kind of target");
      }
      return value;
    }

    private void text(ObjectNode address, String name, @Nullable String value) {
      used.add(name);
      if (value != null) {
        address.put(name, value);
      }
    }

    private void number(ObjectNode address, String name, @Nullable Long value) {
      used.add(name);
      if (value != null) {
        address.put(name, value.longValue());
      }
    }

    /** What belongs to another kind is a mistake, and better told than dropped. */
    private void checkUnused() {
      Map<String, @Nullable Object> given = new LinkedHashMap<>();
      given.put("plugin", target.plugin());
      given.put("address", target.address());
      given.put("connector", target.connector());
      given.put("route", target.route());
      given.put("chat_id", target.chatId());
      given.put("message_thread_id", target.messageThreadId());
      given.put("reply_to_message_id", target.replyToMessageId());
      given.put("channel_id", target.channelId());
      given.put("team_id", target.teamId());
      given.put("thread_ts", target.threadTs());
      given.put("url", target.url());
      given.put("headers", target.headers().isEmpty() ? null : target.headers());
      given.forEach(
          (name, value) -> {
            if (value != null && !used.contains(name)) {
              throw wrong(problem, pointer + "/" + name, "is not allowed for this kind of target");
            }
          });
    }
  }
}
