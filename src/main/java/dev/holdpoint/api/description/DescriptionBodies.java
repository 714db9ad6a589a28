package dev.holdpoint.api.description;

import dev.holdpoint.api.json.Copies;
import dev.holdpoint.api.rule.About;
import dev.holdpoint.api.rule.OmitIfUnset;
import dev.holdpoint.api.rule.Words;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What every surface says about a request. */
public interface DescriptionBodies {
  String TITLE = "What is asked, in one line of at most 100 characters.";
  String SUMMARY = "What else matters, in one line of at most 300 characters.";
  String TOOL_DESCRIPTION =
      "The first 300 characters of what the MCP server said of its tool when it was asked.";
  String WHY = "The requester's own words, at most 600 characters.";
  String FACTS = "The strings and numbers that the title was made of.";
  String AGENT_NAME = "Who asks, by name, if that is known.";
  String LINEAGE = "The sessions above the session of a child's request, the root first.";

  @About("What a call does, by the shape of its input.")
  enum DescribedKind {
    COMMAND,
    FILE_WRITE,
    FILE_EDIT,
    HTTP,
    MCP,
    ITEMS,
    OTHER
  }

  @About("Where to look twice. A hint: nothing is allowed because it is low.")
  record RiskView(
      @Words({"low", "normal", "high"}) String level,
      @About("At most 8, the highest first.") List<RiskReasonView> reasons) {
    public RiskView {
      reasons = Copies.of(reasons);
    }
  }

  @About("One reason to look twice.")
  record RiskReasonView(
      String code,
      @Words({"low", "normal", "high"}) String level,
      String message,
      @About("A JSON Pointer to the text of the input in which it was found.") @OmitIfUnset
          @Nullable String pointer,
      @About("Where the words begin in that text, in UTF-16 units.") @OmitIfUnset
          @Nullable Integer start,
      @About("Where they end.") @OmitIfUnset @Nullable Integer end) {}

  @About("A session above the one that asks.")
  record LineageView(
      String sessionId,
      @OmitIfUnset @Nullable String runId,
      @OmitIfUnset @Nullable String agentName) {}
}
