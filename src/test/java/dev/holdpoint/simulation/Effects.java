package dev.holdpoint.simulation;

import static dev.holdpoint.simulation.Checker.hold;

import dev.holdpoint.agent.tool.LocalTool;
import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.permission.Behavior;
import dev.holdpoint.core.permission.RuleDecision;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.Ulid;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The world outside: what the runs have done to it, which no crash takes back. */
final class Effects {
  private final MemoryTables tables;
  private final Supplier<Life> now;
  private final Runnable perhapsDie;
  private final Worlds worlds;
  private final Map<String, Integer> done = new HashMap<>();

  Effects(MemoryTables tables, Supplier<Life> now, Runnable perhapsDie, Worlds worlds) {
    this.tables = tables;
    this.worlds = worlds;
    this.now = now;
    this.perhapsDie = perhapsDie;
  }

  List<Tool> tools() {
    return List.of(
        tool("act", Behavior.ASK, true),
        tool("do", Behavior.ALLOW, true),
        tool("look", Behavior.ALLOW, false));
  }

  int times(String runId, String callId) {
    return done.getOrDefault(runId + "/" + callId, 0);
  }

  private void happen(String tool, Json input, ToolContext context) {
    Run run = tables.run(Ulid.keyOf("run_", context.runId()).orElseThrow());
    if (run == null) {
      throw new Violation("a run that is not there does something");
    }
    if (tool.equals("act")) {
      Approval approval = run.approvalOf(context.callId()).orElse(null);
      RuleDecision ruling = run.rulingOf(context.callId());
      hold(
          approval == null
              ? ruling != null && !ruling.denies()
              : approval.state() instanceof ApprovalState.Allowed
                  || (approval.state() instanceof ApprovalState.Expired late
                      && late.applied() == Applied.ALLOW),
          "%s of %s was carried out without leave: %s",
          context.callId(),
          context.runId(),
          approval);
      if (approval != null && approval.state() instanceof ApprovalState.Allowed allowed) {
        Json shown = run.call(context.callId()).input();
        hold(
            input.equals(allowed.updatedInput() == null ? shown : allowed.updatedInput()),
            "%s was carried out with %s, which nobody has allowed",
            context.callId(),
            input);
        if (allowed.updatedInput() == null) {
          worlds.carriedOut(context.callId() + " of " + context.runId(), approval);
        }
      }
    }
    int times = done.merge(context.runId() + "/" + context.callId(), 1, Integer::sum);
    hold(times == 1, "%s of %s was carried out twice", context.callId(), context.runId());
  }

  private Tool tool(String name, Behavior rule, boolean effect) {
    return new LocalTool() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public String description() {
        return name;
      }

      @Override
      public Json inputSchema() {
        return Json.EMPTY_OBJECT;
      }

      @Override
      public Behavior defaultRule() {
        return rule;
      }

      @Override
      public boolean hasEffect() {
        return effect;
      }

      @Override
      public List<Precondition> preconditions(Json input, Path workspace) {
        return name.equals("act") ? Worlds.of(input.text().hashCode()) : List.of();
      }

      @Override
      public Sighting sight(Precondition of) {
        return worlds.now(of);
      }

      @Override
      public Json run(Json input, ToolContext context) throws InterruptedException {
        now.get().schedule.pause();
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (effect) {
          perhapsDie.run();
          happen(name, input, context);
          perhapsDie.run();
        }
        now.get().schedule.pause();
        return new Json("{\"done\":\"" + context.callId() + "\"}");
      }
    };
  }
}
