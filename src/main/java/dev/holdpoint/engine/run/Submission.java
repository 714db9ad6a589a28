package dev.holdpoint.engine.run;

import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.ClientCall;
import dev.holdpoint.core.run.Item;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.RunKind;
import dev.holdpoint.core.run.RunSettings;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.trace.TraceParent;
import dev.holdpoint.engine.json.JsonTree;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;

/**
 * What is submitted to a session.
 *
 * @param text the input, where it is nothing but text
 * @param items the input in order, where it is more
 * @param provider the route that this run is to take, or null for what the session prefers
 * @param principal whose token submits it; null where only its id is known
 * @param trace which span outside the run is a child of; null where nobody has named one
 * @param client how a client outside asks; null for all others
 * @param settings what is said of this run alone; the session's preferences come in with the route
 */
public record Submission(
    RunKind kind,
    RunHead.Driver driver,
    String submittedBy,
    String sourcePlugin,
    String sourceKind,
    String actorId,
    String text,
    @Nullable String provider,
    Json attachments,
    Json metadata,
    RunSettings settings,
    List<Item> items,
    @Nullable String principal,
    @Nullable TraceParent trace,
    @Nullable ClientCall client) {

  private static final int PREVIEW = 160;

  /** Of nothing but text. */
  public Submission(
      RunKind kind,
      RunHead.Driver driver,
      String submittedBy,
      String sourcePlugin,
      String sourceKind,
      String actorId,
      String text,
      @Nullable String provider,
      Json attachments,
      Json metadata,
      RunSettings settings) {
    this(
        kind,
        driver,
        submittedBy,
        sourcePlugin,
        sourceKind,
        actorId,
        text,
        provider,
        attachments,
        metadata,
        settings,
        List.of(),
        null,
        null,
        null);
  }

  /** The same, submitted by this principal. */
  public Submission askedBy(@Nullable String whose) {
    return with(whose, trace, client);
  }

  /** The same as a part of this trace; null for a trace of its own. */
  public Submission within(@Nullable TraceParent outer) {
    return with(principal, outer, client);
  }

  /** The same, asked by such a client. */
  public Submission by(ClientCall caller) {
    return with(principal, trace, caller);
  }

  private Submission with(
      @Nullable String whose, @Nullable TraceParent outer, @Nullable ClientCall caller) {
    return new Submission(
        kind,
        driver,
        submittedBy,
        sourcePlugin,
        sourceKind,
        actorId,
        text,
        provider,
        attachments,
        metadata,
        settings,
        items,
        whose,
        outer,
        caller);
  }

  /** The same with this input in place of its own. */
  public Submission of(List<Item> input) {
    boolean plain = input.stream().allMatch(Item.Text.class::isInstance);
    return new Submission(
        kind,
        driver,
        submittedBy,
        sourcePlugin,
        sourceKind,
        actorId,
        Item.words(input),
        provider,
        plain ? attachments : described(input),
        metadata,
        settings,
        plain ? List.of() : input,
        principal,
        trace,
        client);
  }

  private static Json described(List<Item> input) {
    ArrayNode files = JsonTree.array();
    for (Item item : input) {
      if (item instanceof Item.File file) {
        files
            .addObject()
            .put("id", file.assetId())
            .put("file_name", file.fileName())
            .put("media_type", file.mediaType())
            .put("byte_length", file.byteLength())
            .put("sha256", file.sha256());
      }
    }
    return JsonTree.write(files);
  }

  Step.Input input() {
    return items.isEmpty() ? new Step.Input(text) : new Step.Input("", items);
  }

  @Nullable Integer scriptSteps() {
    return RunHead.scriptSteps(text);
  }

  String preview() {
    if (text.codePointCount(0, text.length()) <= PREVIEW) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, PREVIEW)) + "…";
  }
}
