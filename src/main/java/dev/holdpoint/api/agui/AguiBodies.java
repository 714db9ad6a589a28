package dev.holdpoint.api.agui;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.holdpoint.api.json.Limits;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.Length;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Required;
import dev.holdpoint.api.rule.Tolerant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What AG-UI front ends send, and what they get. */
public interface AguiBodies {
  @About("A request of AG-UI to run an agent; other members are ignored.")
  @Tolerant
  record RunAgentInput(
      @Required
          @Length(min = 1, max = Limits.SESSION_ID)
          @JsonProperty("threadId")
          @About("The id of the session, which is created if it does not exist.")
          String threadId,
      @Required
          @Length(min = 1, max = Limits.IDEMPOTENCY_KEY)
          @JsonProperty("runId")
          @About("The same thread and run, sent again, attach to the run.")
          String runId,
      @About("A list; the text of the last message of the role user is the input.")
          @Nullable JsonNode messages,
      @About("A list; these tools are not offered to the model.") @Nullable JsonNode tools,
      @About("A list of interruptId, status (resolved or cancelled), payload and metadata.")
          @Nullable JsonNode resume) {}

  @About("An event of AG-UI. Which members it has depends on its type.")
  record AguiEvent(
      @About("RUN_STARTED, TEXT_MESSAGE_START and so on.") String type,
      @OmitIfUnset @JsonProperty("threadId") @Nullable String threadId,
      @OmitIfUnset @JsonProperty("runId") @Nullable String runId,
      @OmitIfUnset @JsonProperty("messageId") @Nullable String messageId,
      @OmitIfUnset @JsonProperty("parentMessageId") @Nullable String parentMessageId,
      @OmitIfUnset @JsonProperty("toolCallId") @Nullable String toolCallId,
      @OmitIfUnset @JsonProperty("toolCallName") @Nullable String toolCallName,
      @OmitIfUnset @Nullable String role,
      @OmitIfUnset @About("A piece of a text or of a tool's input.") @Nullable String delta,
      @OmitIfUnset @About("What a tool gave back.") @Nullable String content,
      @OmitIfUnset @About("The messages of a snapshot.") @Nullable JsonNode messages,
      @OmitIfUnset @About("success, or interrupt with the interrupts.") @Nullable JsonNode outcome,
      @OmitIfUnset @About("The output of a run that is completed.") @Nullable String result,
      @OmitIfUnset @About("Of a CUSTOM event.") @Nullable String name,
      @OmitIfUnset @About("Of a CUSTOM event.") @Nullable JsonNode value,
      @OmitIfUnset @About("Why a run failed.") @Nullable String message,
      @OmitIfUnset @About("Why a run failed, as a word.") @Nullable String code,
      @OmitIfUnset @About("holdpoint: run_id.") @Nullable JsonNode metadata) {}

  @About("A thread of AG-UI: its state and its open interrupts.")
  record AguiThread(
      @JsonProperty("threadId") String threadId,
      @About("idle, or the status of the run that works or waits.") String status,
      @About("A list of the interrupts of AG-UI that are open.") JsonNode interrupts) {}
}
