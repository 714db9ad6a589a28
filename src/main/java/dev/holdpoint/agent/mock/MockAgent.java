package dev.holdpoint.agent.mock;

import com.agentclientprotocol.sdk.agent.transport.StdioAcpAgentTransport;
import com.agentclientprotocol.sdk.error.AcpProtocolException;
import com.agentclientprotocol.sdk.json.AcpJsonMapper;
import com.agentclientprotocol.sdk.json.TypeRef;
import com.agentclientprotocol.sdk.spec.AcpAgentSession;
import com.agentclientprotocol.sdk.spec.AcpSchema;
import java.io.File;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * An agent that asks when it is told to: a prompt that holds "question" asks for a colour, one that
 * holds "permission" for leave to write a file, and any other comes back as it is. It does nothing
 * else, so it can be tried without harm.
 */
public final class MockAgent {
  private static final Duration FOREVER = Duration.ofDays(36_500);
  private static final String ASK = "_sandboxagent/session/request_question";
  private static final List<List<String>> COLOURS =
      List.of(List.of("red", "Red"), List.of("blue", "Blue"));
  private static final TypeRef<Map<String, Object>> OBJECT = new TypeRef<>() {};

  private final Set<String> sessions = ConcurrentHashMap.newKeySet();
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  private final AtomicLong calls = new AtomicLong();
  private final AcpAgentSession client;

  private MockAgent(ManyTurns transport) {
    AcpAgentSession.RequestHandler<Map<String, Object>> introduce =
        params -> Mono.just(introduction());
    AcpAgentSession.RequestHandler<Map<String, Object>> open = params -> Mono.just(opened());
    AcpAgentSession.RequestHandler<Map<String, Object>> prompt = this::prompted;
    Map<String, AcpAgentSession.RequestHandler<?>> requests =
        Map.of(
            AcpSchema.METHOD_INITIALIZE,
            introduce,
            AcpSchema.METHOD_SESSION_NEW,
            open,
            ManyTurns.PROMPT,
            prompt);
    AcpAgentSession.NotificationHandler cancel =
        params -> Mono.fromRunnable(() -> cancelled.add(text(params, "sessionId")));
    client =
        new AcpAgentSession(
            FOREVER, transport, requests, Map.of(AcpSchema.METHOD_SESSION_CANCEL, cancel));
  }

  /** How it is started: by the java of this process, which has it on its class path. */
  public static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-XX:-UsePerfData",
        "-Xshare:auto",
        "-Xmx64m",
        "-cp",
        classPath(),
        MockAgent.class.getName());
  }

  /** Wherever it is started from. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  public static void main(String[] arguments) {
    PrintStream out = System.out;
    // Stdout is the protocol's; whatever else somebody prints goes where it does no harm.
    System.setOut(System.err);
    StdioAcpAgentTransport stdio =
        new StdioAcpAgentTransport(AcpJsonMapper.createDefault(), System.in, out);
    MockAgent agent = new MockAgent(new ManyTurns(stdio));
    stdio.awaitTermination().block();
    agent.client.close();
    System.exit(0);
  }

  private static Map<String, Object> introduction() {
    return Map.of(
        "protocolVersion",
        1,
        "agentCapabilities",
        Map.of("loadSession", false),
        "agentInfo",
        Map.of("name", "mock", "title", "Mock", "version", "1"),
        "authMethods",
        List.of());
  }

  private Map<String, Object> opened() {
    String id = UUID.randomUUID().toString();
    sessions.add(id);
    return Map.of("sessionId", id);
  }

  private Mono<Map<String, Object>> prompted(Object params) {
    String session = text(params, "sessionId");
    if (!sessions.contains(session)) {
      return Mono.error(new AcpProtocolException(-32602, "there is no such session"));
    }
    cancelled.remove(session);
    String prompt = words(params);
    String lower = prompt.toLowerCase(Locale.ROOT);
    List<Mono<Void>> turn = new ArrayList<>();
    if (lower.contains("question")) {
      turn.add(question(session));
    }
    if (lower.contains("permission")) {
      turn.add(permission(session));
    }
    if (turn.isEmpty()) {
      turn.add(say(session, prompt));
    }
    Mono<Void> all = Mono.empty();
    for (Mono<Void> part : turn) {
      all = all.then(Mono.defer(() -> cancelled.contains(session) ? Mono.empty() : part));
    }
    return all.onErrorResume(error -> say(session, "There was no answer: " + error.getMessage()))
        .then(
            Mono.fromSupplier(
                () -> Map.of("stopReason", cancelled.remove(session) ? "cancelled" : "end_turn")));
  }

  private Mono<Void> question(String session) {
    Map<String, Object> params =
        Map.of(
            "sessionId",
            session,
            "questionId",
            UUID.randomUUID().toString(),
            "prompt",
            "Choose a color",
            "options",
            COLOURS);
    return client.sendRequest(ASK, params, OBJECT).flatMap(answer -> say(session, heard(answer)));
  }

  private static String heard(Map<String, Object> answer) {
    if (!"answered".equals(answer.get("status"))
        || !(answer.get("answers") instanceof List<?> answers)
        || answers.isEmpty()
        || !(answers.getFirst() instanceof List<?> chosen)
        || chosen.isEmpty()) {
      return "You did not choose.";
    }
    String choice = String.valueOf(chosen.getFirst());
    return COLOURS.stream()
        .filter(colour -> colour.getFirst().equals(choice))
        .findFirst()
        .map(colour -> "You chose " + colour.getLast() + ".")
        .orElse("You chose " + choice + ".");
  }

  private Mono<Void> permission(String session) {
    String call = "call-" + calls.incrementAndGet();
    Map<String, Object> tool =
        Map.of(
            "toolCallId",
            call,
            "title",
            "Write a file",
            "kind",
            "edit",
            "status",
            "pending",
            "rawInput",
            Map.of("path", "mock.txt", "content", "Written by the mock agent.\n"));
    Map<String, Object> params =
        Map.of(
            "sessionId",
            session,
            "toolCall",
            tool,
            "options",
            List.of(option("allow_once"), option("allow_always"), option("reject_once")));
    return update(session, "tool_call", tool)
        .then(client.sendRequest(AcpSchema.METHOD_SESSION_REQUEST_PERMISSION, params, OBJECT))
        .flatMap(answer -> decided(session, call, chosen(answer)));
  }

  private static Map<String, Object> option(String kind) {
    String name =
        switch (kind) {
          case "allow_once" -> "Allow";
          case "allow_always" -> "Always allow";
          default -> "Reject";
        };
    return Map.of("optionId", kind, "name", name, "kind", kind);
  }

  private static String chosen(Map<String, Object> answer) {
    Object outcome = answer.get("outcome");
    return text(outcome, "outcome").equals("selected") ? text(outcome, "optionId") : "";
  }

  private Mono<Void> decided(String session, String call, String option) {
    boolean allowed = option.equals("allow_once") || option.equals("allow_always");
    String said =
        switch (option) {
          case "allow_once" -> "You allowed it.";
          case "allow_always" -> "You always allow it.";
          case "reject_once" -> "You rejected it.";
          default -> "You did not decide.";
        };
    return update(
            session,
            "tool_call_update",
            Map.of(
                "toolCallId",
                call,
                "status",
                allowed ? "completed" : "failed",
                "rawOutput",
                Map.of("allowed", allowed)))
        .then(say(session, said));
  }

  private Mono<Void> say(String session, String text) {
    return update(
        session, "agent_message_chunk", Map.of("content", Map.of("type", "text", "text", text)));
  }

  private Mono<Void> update(String session, String kind, Map<String, Object> members) {
    Map<String, Object> update = new HashMap<>(members);
    update.put("sessionUpdate", kind);
    return client.sendNotification(
        AcpSchema.METHOD_SESSION_UPDATE, Map.of("sessionId", session, "update", update));
  }

  private static String text(@Nullable Object params, String member) {
    return params instanceof Map<?, ?> map && map.get(member) instanceof String text ? text : "";
  }

  private static String words(Object params) {
    StringBuilder words = new StringBuilder();
    if (params instanceof Map<?, ?> map && map.get("prompt") instanceof List<?> blocks) {
      blocks.forEach(block -> words.append(text(block, "text")));
    }
    return words.toString();
  }
}
