package dev.holdpoint.engine.delivery;

import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.delivery.DeliveryHeader;
import dev.holdpoint.core.delivery.DeliveryState;
import dev.holdpoint.core.delivery.Subscription;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Output;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.ReplyHandle;
import dev.holdpoint.engine.commit.Change;
import dev.holdpoint.engine.commit.Consequence;
import dev.holdpoint.engine.journal.RunTrace;
import dev.holdpoint.engine.json.Descriptions;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What follows from a run's two versions for those outside: for every output that it has gained, a
 * delivery to each target. So no output can be made without them.
 */
public final class OutputDeliveries implements Consequence {
  /** Outputs for nobody in particular are kept with the run. */
  private static final String NOBODY = "daemon";

  private static final int DIGEST = 16;

  private final TargetQueues lanes;

  public OutputDeliveries(OutboundPolicy outbound) {
    this.lanes = new TargetQueues(outbound);
  }

  @Override
  public void follow(Change change, @Nullable Run before, Run after, List<Step> steps) {
    List<Output> outputs = after.outputs();
    for (int i = before == null ? 0 : before.outputs().size(); i < outputs.size(); i++) {
      Delivery.Content content =
          new Delivery.Content(outputs.get(i).content(), data(change, after, i));
      for (ReplyHandle target : after.head().settings().replyTargets()) {
        if (!target.plugin().equals(NOBODY)) {
          send(change, after, after.head().submittedBy(), target, content, null);
        }
      }
    }
  }

  /**
   * Tells somebody who wanted to be told.
   *
   * @param title what it is about
   */
  Delivery notify(Change change, Run run, Subscription to, String title, String text, Json data) {
    Delivery.Content content = new Delivery.Content(text, data);
    return send(change, run, to.createdBy(), to.target(), content, title);
  }

  /**
   * @param notice what a notification is about; null for an output
   */
  private Delivery send(
      Change change,
      Run run,
      String by,
      ReplyHandle target,
      Delivery.Content content,
      @Nullable String notice) {
    String id = change.newId(Delivery.PREFIX);
    byte[] bytes = content.data().text().getBytes(StandardCharsets.UTF_8);
    DeliveryHeader slip =
        new DeliveryHeader(
            Ulid.keyOf(Delivery.PREFIX, id).orElseThrow(),
            id,
            run.head().sessionKey(),
            run.head().sessionId(),
            run.key(),
            run.id(),
            run.head().agentId(),
            by,
            target,
            lane(target),
            bytes.length,
            Digests.sha256Hex(bytes),
            change.nowMs(),
            null,
            notice != null,
            RunTrace.onward(run.head()),
            notice == null ? Descriptions.title(run.head()) : notice);
    return lanes.enter(change, new Delivery(slip, new DeliveryState.Queued(), content));
  }

  /** What people see in place of the address. */
  static String lane(ReplyHandle target) {
    String digest = Digests.sha256Hex(target.address().getBytes(StandardCharsets.UTF_8));
    return target.plugin() + ":sha256:" + digest.substring(0, DIGEST);
  }

  private static Json data(Change change, Run run, int index) {
    Output output = run.outputs().get(index);
    ObjectNode data =
        JsonTree.object()
            .put("type", "output")
            .put("timestamp_ms", change.nowMs())
            .put("session_id", run.head().sessionId())
            .put("run_id", run.id())
            .put("output_index", index);
    ObjectNode shown =
        data.putObject("output")
            .put("source", output.source().wire())
            .put("content", output.content());
    shown.set("parts", JsonTree.of(output.parts()));
    shown.set("artifacts", JsonTree.of(output.artifacts()));
    return JsonTree.write(data);
  }
}
