package dev.holdpoint.agent.acp;

import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.form.Params;
import dev.holdpoint.agent.peer.AgentRequest;
import dev.holdpoint.core.gate.Offer;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an agent's requests are here, and what our decisions are to the agent. Nothing is kept and
 * nobody is called: the same request always reads the same.
 *
 * <p>Nothing but an {@link GateDecision.Allowed} that names a choice of the agent's own is ever
 * written as a yes. Whatever does not fit the request is written as "nobody has answered".
 */
public final class AcpTranslation {
  public static final String PERMISSION = "session/request_permission";
  public static final String QUESTION = "_sandboxagent/session/request_question";
  public static final String QUESTION_ALIAS = "_holdpoint/session/request_question";
  public static final String ELICITATION = "elicitation/create";

  /** Under which name the extension is announced, and answers of its second shape stand. */
  static final String VENDOR = "sandboxagent.dev";

  private static final Set<String> METHODS =
      Set.of(PERMISSION, QUESTION, QUESTION_ALIAS, ELICITATION);

  /** The notification that a page to open was opened, or is not needed any more. */
  public static final String COMPLETE = "elicitation/complete";

  private AcpTranslation() {}

  public enum Shape {
    PERMISSION,
    /** Questions that came as a permission. */
    PERMISSION_QUESTIONS,
    /** One question with a prompt. */
    PROMPT,
    /** Several questions. */
    QUESTIONS,
    ELICITATION
  }

  /**
   * What an agent has asked by one request.
   *
   * @param offer what questions that came as a permission are answered with; null for all others
   */
  public record Bridged(String sessionId, AgentRequest ask, Shape shape, @Nullable Offer offer) {
    Bridged(String sessionId, AgentRequest ask, Shape shape) {
      this(sessionId, ask, shape, null);
    }
  }

  public static boolean bridges(String method) {
    return METHODS.contains(method);
  }

  /**
   * @param key by which the ask is found again
   * @throws NotUnderstood if the request is none that a person could answer
   */
  public static Bridged read(String method, Json params, String key) throws NotUnderstood {
    return read(method, params, key, "", Set.of());
  }

  /**
   * @param agent what the agent calls itself; empty when it has not said
   * @param sessions all that the agent has open: a form may be about a request of ours in the place
   *     of a session, and then belongs to the only one that it can belong to
   */
  public static Bridged read(
      String method, Json params, String key, String agent, Set<String> sessions)
      throws NotUnderstood {
    Params request = Params.of(params, "params");
    List<String> open = List.copyOf(sessions);
    String sessionId =
        method.equals(ELICITATION) && !request.has("sessionId") && open.size() == 1
            ? open.getFirst()
            : request.text("sessionId", Params.SHORT);
    return switch (method) {
      case PERMISSION -> permission(request, sessionId, key, agent);
      case QUESTION, QUESTION_ALIAS -> question(request, sessionId, key);
      case ELICITATION ->
          new Bridged(sessionId, AcpElicitations.read(request, key), Shape.ELICITATION);
      default -> throw new NotUnderstood("`" + method + "` does not ask a question.");
    };
  }

  private static Bridged permission(Params request, String sessionId, String key, String agent)
      throws NotUnderstood {
    AgentRequest.Permission permission = AcpPermissions.read(request, key, agent);
    Offer offer = permission.offer();
    AgentRequest.Inquiry questions = PermissionQuestions.read(request, key, offer);
    return questions == null
        ? new Bridged(sessionId, permission, Shape.PERMISSION)
        : new Bridged(sessionId, questions, Shape.PERMISSION_QUESTIONS, offer);
  }

  private static Bridged question(Params request, String sessionId, String key)
      throws NotUnderstood {
    boolean prompt = request.has("prompt") || request.has("questionId");
    if (prompt == request.has("questions")) {
      throw new NotUnderstood("Send either `prompt` with its `questionId`, or `questions`.");
    }
    return prompt
        ? new Bridged(sessionId, Inquiries.prompt(request, key), Shape.PROMPT)
        : new Bridged(sessionId, Inquiries.questions(request, key), Shape.QUESTIONS);
  }

  /** The result that the agent gets. */
  public static Json write(Bridged asked, GateDecision decision) {
    return switch (asked.shape) {
      case PERMISSION -> AcpPermissions.write((AgentRequest.Permission) asked.ask, decision);
      case PERMISSION_QUESTIONS ->
          PermissionQuestions.write((AgentRequest.Inquiry) asked.ask, offer(asked), decision);
      case PROMPT -> Inquiries.writePrompt((AgentRequest.Inquiry) asked.ask, decision);
      case QUESTIONS -> Inquiries.writeQuestions((AgentRequest.Inquiry) asked.ask, decision);
      case ELICITATION -> AcpElicitations.write((AgentRequest.Inquiry) asked.ask, decision);
    };
  }

  /**
   * What somebody has decided who answers in the agent's own words. Whether the answers fit the
   * questions is for the engine to say.
   *
   * @throws NotUnderstood if it is no result of such a request
   */
  public static GateDecision parse(Bridged asked, Json result) throws NotUnderstood {
    Params answer = Params.of(result, "result");
    return switch (asked.shape) {
      case PERMISSION -> AcpPermissions.parse((AgentRequest.Permission) asked.ask, answer);
      case PERMISSION_QUESTIONS ->
          PermissionQuestions.parse((AgentRequest.Inquiry) asked.ask, offer(asked), answer);
      case PROMPT -> Inquiries.parsePrompt((AgentRequest.Inquiry) asked.ask, answer);
      case QUESTIONS -> Inquiries.parseQuestions((AgentRequest.Inquiry) asked.ask, answer);
      case ELICITATION -> AcpElicitations.parse((AgentRequest.Inquiry) asked.ask, answer);
    };
  }

  private static Offer offer(Bridged asked) {
    return Objects.requireNonNull(asked.offer);
  }

  /** What an agent calls itself, as it answers when it is greeted; empty when it does not say. */
  public static String agentName(JsonNode introduction) {
    return introduction.path("agentInfo").path("name").asString("");
  }

  /** Whether {@link #COMPLETE} with these params is about what was asked. */
  public static boolean isOver(Bridged asked, Json params) {
    String id = JsonTree.of(params).path("elicitationId").asString("");
    return !id.isEmpty() && AcpElicitations.isOver(asked.ask, id);
  }

  /** What an agent is told of us when it is greeted. */
  public static Json capabilities() {
    ObjectNode capabilities = JsonTree.object();
    capabilities.putObject("fs").put("readTextFile", true).put("writeTextFile", true);
    capabilities.put("terminal", false);
    ObjectNode elicitation = capabilities.putObject("elicitation");
    elicitation.putObject("form");
    elicitation.putObject("url");
    ObjectNode meta = capabilities.putObject("_meta");
    extension(meta.putObject(VENDOR), QUESTION);
    extension(meta.putObject("holdpoint"), QUESTION_ALIAS);
    return JsonTree.write(capabilities);
  }

  private static void extension(ObjectNode vendor, String method) {
    vendor.putObject("extensions").put("sessionRequestQuestion", true);
    List.of(method).forEach(vendor.putArray("methods")::add);
  }
}
