package dev.holdpoint.chaos;

import dev.holdpoint.blackbox.Script;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/** A run that waits for a yes; half of them then do something that can be counted outside. */
final class ApprovalErrand extends Errand {
  private final String session;
  private final boolean command;

  ApprovalErrand(
      Scene scene, RandomGenerator random, String mark, String session, boolean command) {
    super(scene, random, mark);
    this.session = session;
    this.command = command;
  }

  @Override
  String kind() {
    return command ? "commands" : "approvals";
  }

  @Override
  void carryOut() {
    // So that a kill often finds one at work.
    String linger = random.nextBoolean() ? "; sleep 0.8" : "";
    String first =
        command
            ? Script.bash("echo " + mark + " >> " + scene.effects() + linger)
            : Script.approval(mark);
    String run = submit(session, command, first, Script.say("done"));
    while (true) {
      JsonNode view = awaitRest(run);
      if (isOver(view)) {
        return;
      }
      decide(run, view.path("pending_approval_ids").path(0).asString());
    }
  }
}
