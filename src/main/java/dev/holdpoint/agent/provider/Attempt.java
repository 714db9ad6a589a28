package dev.holdpoint.agent.provider;

import dev.holdpoint.agent.model.ModelTurn;
import dev.holdpoint.agent.model.Wiretap;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.run.Usage;
import dev.holdpoint.engine.json.JsonTree;
import dev.holdpoint.engine.json.NotJson;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One attempt at one turn. */
final class Attempt {
  private final Route route;
  private final TurnRequest wish;
  private final ProviderNames names;
  private final ProviderExchange exchange;

  Attempt(Route route, ProviderWire wire, TurnRequest wish, ProviderNames names, Wiretap tap) {
    this.route = route;
    this.wish = wish;
    this.names = names;
    this.exchange =
        new ProviderExchange(
            wire,
            route.dialect(),
            wish,
            route.key(),
            new ProviderExchange.Patience(route.timeoutMs(), route.idleMs()),
            tap);
  }

  ModelTurn ask(List<ChatMessage> messages, Consumer<String> onText)
      throws AttemptFailed, InterruptedException {
    Told told = new Told(route.key().unsaid(onText));
    try {
      route
          .dialect()
          .translator(route.access(), wish.model(), exchange)
          .chat(ChatRequest.builder().messages(messages).build(), told);
    } catch (RuntimeException e) {
      if (exchange.failure() == null && !exchange.isInterrupted()) {
        throw new AttemptFailed(
            AttemptOutcome.REFUSED,
            "the request could not be made (" + e.getClass().getSimpleName() + ")");
      }
    }
    if (exchange.isInterrupted()) {
      boolean _ = Thread.interrupted();
      throw new InterruptedException();
    }
    AttemptFailed failure = exchange.failure();
    if (failure != null) {
      throw failure;
    }
    told.onText.end();
    return turn(told);
  }

  private ModelTurn turn(Told told) throws AttemptFailed {
    ProviderAnswer answer = exchange.answer();
    ProviderAnswer.End end = answer.end();
    if (end == null) {
      throw new AttemptFailed(AttemptOutcome.CUT, "the answer ended too early");
    }
    AiMessage message = told.whole == null ? null : told.whole.aiMessage();
    String text =
        route.key().unsaid(message == null ? "" : Optional.ofNullable(message.text()).orElse(""));
    return switch (end) {
      case WHOLE -> whole(answer, message, text);
      case LENGTH ->
          new ModelTurn(
              text,
              List.of(),
              true,
              usage(answer),
              "the model reached its output limit (%s); raise max_output_tokens, or ask for less"
                  .formatted(answer.reason()));
      case WITHHELD -> withheld(answer, text);
      case FAULTY ->
          throw new AttemptFailed(
              AttemptOutcome.MALFORMED, "the provider aborted its answer: " + answer.reason());
    };
  }

  private ModelTurn whole(ProviderAnswer answer, @Nullable AiMessage message, String text)
      throws AttemptFailed {
    if (!answer.refusal().isEmpty()) {
      return withheld(answer, text);
    }
    if (message == null) {
      throw new AttemptFailed(
          AttemptOutcome.MALFORMED, "the provider's answer cannot be assembled");
    }
    List<ToolCall> calls =
        calls(answer.calls().isEmpty() ? message.toolExecutionRequests() : answer.calls());
    if (answer.misses(calls)) {
      throw new AttemptFailed(
          AttemptOutcome.MALFORMED, "the model called a tool, but the call was incomplete");
    }
    return new ModelTurn(text, calls, calls.isEmpty(), usage(answer), null);
  }

  private ModelTurn withheld(ProviderAnswer answer, String text) {
    String why = answer.refusal().isEmpty() ? answer.reason() : ErrorText.line(answer.refusal());
    return new ModelTurn(
        text,
        List.of(),
        true,
        usage(answer),
        route.key().scrub("the model or its provider refuses to answer this: " + why));
  }

  /**
   * Input that is no object can be run by nobody and shown to nobody, so the turn is taken for one
   * that went wrong on its way. Of a model that may make one call at a time, the first counts.
   */
  private List<ToolCall> calls(@Nullable List<ToolExecutionRequest> requests) throws AttemptFailed {
    List<ToolCall> calls = new ArrayList<>();
    for (ToolExecutionRequest request :
        requests == null ? List.<ToolExecutionRequest>of() : requests) {
      calls.add(
          new ToolCall(
              route.key().unsaid(Optional.ofNullable(request.id()).orElse("")),
              route.key().unsaid(names.meant(String.valueOf(request.name()))),
              input(request)));
      if (!wish.parallel()) {
        break;
      }
    }
    return calls;
  }

  private Json input(ToolExecutionRequest request) throws AttemptFailed {
    String text = Optional.ofNullable(request.arguments()).orElse("");
    if (text.isBlank()) {
      return Json.EMPTY_OBJECT;
    }
    try {
      JsonNode tree = JsonTree.read(text);
      if (tree.isObject()) {
        return JsonTree.write(route.key().unsaid(tree));
      }
    } catch (NotJson _) {
      // Told below, with what is JSON and no object.
    }
    throw new AttemptFailed(
        AttemptOutcome.MALFORMED,
        "the model called %s with input that is not a JSON object"
            .formatted(ErrorText.line(String.valueOf(request.name()))));
  }

  /** A turn that nobody has counted was a turn all the same, at a price that nobody knows. */
  private Usage usage(ProviderAnswer answer) {
    Route.Price price =
        answer.isCounted() && wish.model().equals(route.model()) ? route.price() : null;
    return new Usage(
        answer.input(),
        answer.cached(),
        answer.output(),
        answer.reasoning(),
        1,
        price == null ? null : price.of(answer.input(), answer.output()),
        wish.model());
  }

  /** What the library puts together. */
  private static final class Told implements StreamingChatResponseHandler {
    private final KeyFilter onText;
    private @Nullable ChatResponse whole;

    Told(KeyFilter onText) {
      this.onText = onText;
    }

    @Override
    public void onPartialResponse(String text) {
      if (!text.isEmpty()) {
        onText.next(text);
      }
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
      whole = response;
    }

    @Override
    public void onError(Throwable error) {
      // The exchange knows better what went wrong.
    }
  }
}
