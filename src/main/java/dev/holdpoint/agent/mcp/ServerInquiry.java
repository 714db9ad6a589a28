package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.form.FormQuestions;
import dev.holdpoint.agent.form.Links;
import dev.holdpoint.agent.form.NotUnderstood;
import dev.holdpoint.agent.form.Params;
import dev.holdpoint.agent.peer.AgentKeys;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.PageLink;
import dev.holdpoint.core.gate.Question;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.gate.StructuredQuestion;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.RemoteCall;
import dev.holdpoint.engine.asking.Decisions;
import dev.holdpoint.engine.asking.GateDecision;
import dev.holdpoint.engine.gate.GateDraft;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a server wants to know from people: the params of {@code elicitation/create}.
 *
 * @param input what people see of it as a whole
 * @param schema of all answers together; null for a page to open
 * @param link the page that people are asked to open; null for a form
 */
record ServerInquiry(
    Json input,
    @Nullable Json schema,
    List<StructuredQuestion> questions,
    @Nullable PageLink link) {
  /** What a server gets that wants a page opened which nobody may be shown as a link. */
  static final Json DECLINED = new Json("{\"action\":\"decline\"}");

  private static final RequestTerms GOES_ON = new RequestTerms(Applied.DECLINE, null, null, null);

  /** A page whose address must not be shown as a link. The message says why. */
  static final class NoLink extends Exception {
    private static final long serialVersionUID = 1L;

    NoLink(String why) {
      super(why, null, false, false);
    }
  }

  static ServerInquiry read(JsonNode params, AgentKeys keys)
      throws NotUnderstood, McpFailure, NoLink {
    Params request = Params.of(JsonTree.write(Scrubbed.form(params, keys)), "params");
    return switch (params.path("mode").asString("form")) {
      case "form" -> {
        FormQuestions form = FormQuestions.read(request);
        yield new ServerInquiry(form.input(), form.schema(), form.questions(), null);
      }
      case "url" -> page(request);
      default -> throw request.wrong("mode", "must be form or url, which this client supports");
    };
  }

  private static ServerInquiry page(Params request) throws NotUnderstood, NoLink {
    String message = request.text("message", Params.LONG);
    PageLink link;
    try {
      link = Links.read(request, "url");
    } catch (NotUnderstood e) {
      throw new NoLink(String.valueOf(e.getMessage()));
    }
    return new ServerInquiry(
        JsonTree.write(JsonTree.object().put("message", message).put("url", link.url())),
        null,
        List.of(Links.question(message, link)),
        link);
  }

  GateDraft.OfQuestion draft(String callId) {
    return new GateDraft.OfQuestion(callId, questions, GateDraft.Deadline.NONE, schema, link);
  }

  /**
   * What a call asks that goes on at its server. A task waits for people no longer than it may last
   * at all: then the run goes on, and the call is an error.
   */
  GateDraft.OfQuestion draft(String callId, RemoteCall remote) {
    return remote.isTask()
        ? new GateDraft.OfQuestion(
                callId, questions, GateDraft.Deadline.notAfter(remote.untilMs()), schema, link)
            .on(GOES_ON)
        : draft(callId);
  }

  /** What the server is told of a question that is settled. */
  static Json result(Question question) {
    GateDecision decision = Decisions.of(question);
    return question.link() == null
        ? FormQuestions.result(question.form(), question.questions(), decision)
        : Links.result(decision);
  }
}
