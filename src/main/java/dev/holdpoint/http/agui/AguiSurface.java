package dev.holdpoint.http.agui;

import dev.holdpoint.api.agui.AguiBodies.AguiThread;
import dev.holdpoint.api.agui.AguiBodies.RunAgentInput;
import dev.holdpoint.api.endpoint.Endpoint.Access;
import dev.holdpoint.api.json.WireJson;
import dev.holdpoint.core.gate.Gate;
import dev.holdpoint.core.gate.GateKind;
import dev.holdpoint.core.problem.Kind;
import dev.holdpoint.core.problem.Problem;
import dev.holdpoint.core.problem.Refused;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.access.Ownership;
import dev.holdpoint.engine.commit.Engine;
import dev.holdpoint.engine.external.FrontEndRefused;
import dev.holdpoint.engine.external.FrontEndReply;
import dev.holdpoint.engine.external.FrontEndRuns;
import dev.holdpoint.engine.journal.Feed;
import dev.holdpoint.engine.journal.Gates;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.policy.PolicyBook;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.standing.EditPlaces;
import dev.holdpoint.http.server.Call;
import dev.holdpoint.http.server.Caller;
import dev.holdpoint.http.server.Handler;
import dev.holdpoint.http.server.Reply;
import dev.holdpoint.http.v1.call.Bodies;
import dev.holdpoint.http.v1.gate.Signatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All handlers of the surface, by the ids of their endpoints. */
public final class AguiSurface {
  private static final int LARGEST = 1 << 20;

  private final FrontEndRuns runs;
  private final Engine engine;
  private final RunSource.Room room;
  private final Bodies bodies;
  private final Signatures signatures;
  private final Resumption resumption;
  private final @Nullable String publicUrl;

  private AguiSurface(Rooms rooms) {
    this.runs = rooms.runs;
    this.engine = rooms.engine;
    this.room = new RunSource.Room(rooms.engine, rooms.feed, rooms.editing);
    this.bodies = new Bodies(rooms.json);
    this.signatures = rooms.signatures;
    this.resumption = new Resumption(rooms.json, rooms.signatures);
    this.publicUrl = rooms.publicUrl;
  }

  /**
   * @param publicUrl where people reach this daemon, without a slash; null for wherever callers do
   */
  public record Rooms(
      FrontEndRuns runs,
      Engine engine,
      Feed feed,
      WireJson json,
      Signatures signatures,
      EditPlaces editing,
      @Nullable String publicUrl) {}

  public static Map<String, Handler> handlers(Rooms rooms) {
    AguiSurface surface = new AguiSurface(rooms);
    return Map.of("runAgent", surface::run, "getThread", surface::thread);
  }

  private Reply run(Call call) {
    if (call.body().length > LARGEST) {
      throw Problem.PAYLOAD_TOO_LARGE
          .because("The body may have 1 MiB. Send fewer messages. Nothing was changed.")
          .asException();
    }
    RunAgentInput input = bodies.read(call, RunAgentInput.class);
    JsonNode resume = list(input.resume(), "resume");
    if (!resume.isEmpty() && !call.caller().may(Access.DECIDE)) {
      throw Problem.FORBIDDEN
          .because("A resume decides what a run waits for and requires the role operator.")
          .asException();
    }
    JsonNode messages = list(input.messages(), "messages");
    RunEvents events = new RunEvents(input.threadId(), input.runId());
    try {
      FrontEndRuns.Client client = client(call);
      FrontEndRuns.Part part =
          resume.isEmpty()
              ? runs.begin(
                  client, input.threadId(), input.runId(), call.query("route"), text(messages))
              : resumed(call, client, input, resume);
      List<String> tools =
          list(input.tools(), "tools")
              .valueStream()
              .map(tool -> tool.path("name").asString(""))
              .toList();
      RunSource.Sent sent =
          new RunSource.Sent(JsonTree.write(messages), tools, site(call), call.caller().voter());
      return Reply.stream(new RunSource(room, events, sent, part).plan());
    } catch (FrontEndRefused e) {
      return failed(events, e.code(), e, e.runId() == null ? waiting(call, input) : e.runId());
    } catch (Refused e) {
      Kind kind = e.refusal().problem().kind();
      if (kind != Kind.INVALID && kind != Kind.CONFLICT) {
        throw e;
      }
      boolean payload = kind == Kind.INVALID && !resume.isEmpty();
      return failed(
          events,
          payload ? "payload_invalid" : e.refusal().problem().code(),
          e,
          waiting(call, input));
    }
  }

  /** The run of the thread that waits, which what was refused may have meant; null for none. */
  private @Nullable String waiting(Call call, RunAgentInput input) {
    return engine.read(
        (Queries queries) -> {
          Session session = queries.session(input.threadId());
          Run run =
              session == null || !sees(queries, call, session)
                  ? null
                  : FrontEndRuns.waiting(queries, session);
          return run == null ? null : run.id();
        });
  }

  private static boolean sees(Queries queries, Call call, Session session) {
    Caller caller = call.caller();
    return (!caller.isBound() || session.tenantId().equals(caller.tenantId()))
        && Ownership.reaches(queries, caller.holder(), session.key());
  }

  private static Reply failed(
      RunEvents events, String code, Refused refused, @Nullable String run) {
    return Reply.stream(RunSource.failed(events, code, refused.refusal().detail(), run));
  }

  private static JsonNode list(@Nullable JsonNode sent, String name) {
    if (sent == null || sent.isNull()) {
      return JsonTree.array();
    }
    if (!sent.isArray()) {
      throw Problem.INVALID_REQUEST
          .because(name + " must be a list. Nothing was changed.")
          .at("/" + name, "must be a list")
          .asException();
    }
    return sent;
  }

  private FrontEndRuns.Part resumed(
      Call call, FrontEndRuns.Client client, RunAgentInput input, JsonNode resume) {
    List<FrontEndReply> replies = new ArrayList<>();
    for (JsonNode entry : resume) {
      replies.add(resumption.read(entry, gate(call, input.threadId(), Resumption.gateId(entry))));
    }
    return signatures.traced(
        call,
        replies.stream()
            .map(
                reply ->
                    reply instanceof FrontEndReply.Decided decided
                        ? decided.decision().attested()
                        : null)
            .filter(Objects::nonNull)
            .toList(),
        () ->
            runs.resume(
                client, input.threadId(), input.runId(), replies, CanonicalJson.of(resume)));
  }

  /** A gate of another thread does not exist, and neither does another tenant's thread. */
  private Gate gate(Call call, String threadId, String id) {
    return engine
        .read(
            (Queries queries) -> {
              Session session = session(queries, call, threadId);
              for (GateKind kind : GateKind.values()) {
                Optional<Gates.Found<Gate>> found =
                    Gates.gate(queries, kind, id)
                        .filter(one -> one.run().head().sessionKey() == session.key());
                if (found.isPresent()) {
                  return found.map(Gates.Found::gate);
                }
              }
              return Optional.<Gate>empty();
            })
        .orElseThrow(() -> FrontEndRefused.unknown(id));
  }

  private static Session session(Queries queries, Call call, String threadId) {
    Session session = queries.session(threadId);
    if (session == null || !sees(queries, call, session)) {
      throw FrontEndRuns.noThread();
    }
    return session;
  }

  private static FrontEndRuns.Client client(Call call) {
    return new FrontEndRuns.Client(
        call.caller().principalId(),
        call.caller().voter(),
        call.caller().tenantId(),
        call.trace(),
        call.caller().ownOnly());
  }

  private String site(Call call) {
    return publicUrl == null ? call.origin() : publicUrl;
  }

  /** The text of the last message of a user; what is no text is refused, not left out. */
  private static String text(JsonNode messages) {
    JsonNode last = null;
    for (JsonNode message : messages) {
      if (message.path("role").asString("").equals("user")) {
        last = message.path("content");
      }
    }
    StringBuilder text = new StringBuilder();
    if (last != null && last.isString()) {
      text.append(last.stringValue());
    } else if (last != null) {
      for (JsonNode part : last) {
        if (!part.path("type").asString("").equals("text") || !part.path("text").isString()) {
          throw FrontEndRefused.input(
              "input_not_supported", "The input may be text alone; send other parts as files.");
        }
        text.append(text.isEmpty() ? "" : "\n").append(part.path("text").stringValue());
      }
    }
    if (text.toString().isBlank()) {
      throw FrontEndRefused.input("input_empty", "There is no message of a user with text.");
    }
    return text.toString();
  }

  private Reply thread(Call call) {
    String id = call.path("thread_id");
    String site = site(call);
    return Reply.json(
        200,
        engine.read(
            (Queries queries) -> {
              Session session = session(queries, call, id);
              Run waiting = FrontEndRuns.waiting(queries, session);
              return new AguiThread(
                  id,
                  waiting == null ? working(queries, session) : waiting.status().wire(),
                  waiting == null
                      ? JsonTree.array()
                      : Interrupts.of(
                          waiting,
                          StepWalk.turns(queries, waiting),
                          PolicyBook.of(queries, engine.nowMs()),
                          site,
                          room.editing(),
                          call.caller().voter()));
            }));
  }

  private static String working(Queries queries, Session session) {
    return queries.load(session.key()).awake().stream()
        .map(live -> live.status().wire())
        .findFirst()
        .orElse("idle");
  }
}
