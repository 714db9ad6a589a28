package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.holdpoint.api.rule.About;

/** One piece of a structured output. */
@About("One piece of a structured output.")
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
public sealed interface OutputPart {

  @About("Plain text.")
  @JsonTypeName("text")
  record Text(String text) implements OutputPart {}

  @About("A stored file.")
  @JsonTypeName("attachment")
  record Attachment(AttachmentRef attachment) implements OutputPart {}
}
