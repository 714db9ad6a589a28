package dev.holdpoint.agent.world;

import dev.holdpoint.agent.tool.Tool;
import dev.holdpoint.agent.tool.Workspaces;
import dev.holdpoint.core.gate.Approval;
import dev.holdpoint.core.gate.ApprovalState;
import dev.holdpoint.core.gate.RevisionChain;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.ToolCall;
import dev.holdpoint.core.secret.SecretValues;
import dev.holdpoint.core.world.KeptTarget;
import dev.holdpoint.core.world.MovedWorld;
import dev.holdpoint.core.world.Precondition;
import dev.holdpoint.core.world.Sighting;
import dev.holdpoint.core.world.UnifiedDiff;
import dev.holdpoint.core.world.WorldChange;
import dev.holdpoint.core.world.WorldTerms;
import dev.holdpoint.engine.json.PreconditionList.Unmet;
import dev.holdpoint.engine.port.SecretLost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measures what a call depends on when its approval is raised, and looks again before it runs. A
 * check and no lock: another process may write between the last look and the change.
 */
public final class WorldCheck {
  /** Of what a rule allowed, and of an approval that was raised without. */
  private static final WorldTerms NOTHING_YET = new WorldTerms(List.of(), List.of(), 0);

  private static final Pattern MASK = Pattern.compile("\\[secret:[A-Z]");

  private final Workspaces workspaces;
  private final Function<Run, SecretValues> vault;
  private final LongFunction<@Nullable KeptTarget> kept;

  /**
   * @param vault opens the secrets of a run's conversation, which are taken out of what is kept
   * @param kept what a target had in it when the approval with this key was raised
   */
  public WorldCheck(
      Workspaces workspaces,
      Function<Run, SecretValues> vault,
      LongFunction<@Nullable KeptTarget> kept) {
    this.workspaces = workspaces;
    this.vault = vault;
    this.kept = kept;
  }

  /**
   * What an approval that is raised now depends on.
   *
   * @param terms null where it depends on nothing
   * @param text what the target has in it, without secrets; null where that is not kept
   */
  public record Measured(@Nullable WorldTerms terms, @Nullable String text) {
    static final Measured NOTHING = new Measured(null, null);
  }

  /**
   * @throws Unmet when something that the call depends on cannot be measured; then nobody is asked
   */
  public Measured measure(Run run, Tool tool, Json input) throws Unmet, InterruptedException {
    Path workspace = workspace(run);
    List<Precondition> measured = new ArrayList<>();
    String text = null;
    List<Precondition> all = tool.preconditions(input, workspace);
    for (Precondition one : all) {
      String at = pointer(measured.size(), one);
      if (one.type() == Precondition.Type.HTTP_ETAG) {
        measured.add(listed(tool, one, at));
        continue;
      }
      Sighting now = look(tool, workspace, one);
      if (!now.isValue()) {
        throw new Unmet(at + "/" + one.type().subjectMember(), now.words());
      }
      Precondition known = one.isUnmeasured() ? one.expecting(now) : one;
      measured.add(known);
      text = known.implied() ? text(run, workspace, one, now) : text;
    }
    return measured.isEmpty() ? Measured.NOTHING : new Measured(WorldTerms.of(measured), text);
  }

  private Path workspace(Run run) throws Unmet {
    try {
      return workspaces.of(run.head().sessionId());
    } catch (IOException e) {
      throw new Unmet("", "The workspace cannot be opened.");
    }
  }

  private static String pointer(int index, Precondition one) {
    return one.implied() ? "" : "/preconditions/" + index;
  }

  /**
   * An address is the agent's choice: no server is asked before the call is allowed, so its tag has
   * to come with the call.
   */
  private static Precondition listed(Tool tool, Precondition one, String at) throws Unmet {
    if (one.isUnmeasured()) {
      throw new Unmet(
          at + "/etag",
          "is required: no server is asked before the call is allowed. Fetch the ETag with a call of"
              + " its own and list it");
    }
    Sighting foreseen = tool.foreseen(one);
    if (!foreseen.equals(Sighting.UNSEEN)) {
      throw new Unmet(at + "/url", foreseen.words());
    }
    return one;
  }

  private static Sighting look(Tool tool, Path workspace, Precondition one)
      throws InterruptedException {
    return switch (one.type()) {
      case FILE_SHA256, FILE_ABSENT ->
          FileSight.of(workspace, one.subject(), Precondition.LARGEST_FILE);
      case GIT_HEAD -> FileSight.head(workspace, one.subject());
      case HTTP_ETAG, FINGERPRINT -> tool.sight(one);
    };
  }

  /** Null where it is too large, no text, or gone by now, and where secrets cannot be taken out. */
  private @Nullable String text(Run run, Path workspace, Precondition target, Sighting now) {
    if (now.equals(Sighting.ABSENT)) {
      return "";
    }
    String text = now.isValue() ? FileSight.text(workspace, target.subject(), now.text()) : null;
    return text == null ? null : scrubbed(run, text);
  }

  /** Without the secrets that the conversation has now; null where they cannot be opened. */
  private @Nullable String scrubbed(Run run, String text) {
    try {
      return vault.apply(run).scrubbing().scrub(text);
    } catch (SecretLost e) {
      return null;
    }
  }

  /**
   * What keeps a call from running that was allowed; null when all that it depends on holds. What a
   * rule allowed depends on no more than the input lists, and what a reviewer wrote themselves on
   * nothing: there is no earlier state to compare with.
   */
  public @Nullable MovedWorld moved(Run run, ToolCall call, Tool tool) throws InterruptedException {
    Approval approval = run.approvalOf(call.id()).orElse(null);
    if (approval == null ? run.rulingOf(call.id()) == null : isEdited(approval)) {
      return null;
    }
    WorldTerms given = approval == null ? null : approval.world();
    WorldTerms terms = given == null ? NOTHING_YET : given;
    try {
      Path workspace = workspace(run);
      List<Precondition> here = tool.preconditions(call.input(), workspace);
      return moved(run, approval, terms, here, tool, workspace);
    } catch (Unmet e) {
      // The list was read before, so this is the folder. Nobody can look, so nothing runs on trust.
      WorldChange unread = WorldChange.of(Precondition.ofTarget("."), Sighting.UNREADABLE, null);
      return new MovedWorld(
          terms.anew(terms.preconditions(), List.of(unread)), null, !isOften(approval, terms));
    }
  }

  private static boolean isEdited(Approval approval) {
    return approval.state() instanceof ApprovalState.Allowed allowed
        && allowed.updatedInput() != null;
  }

  private @Nullable MovedWorld moved(
      Run run,
      @Nullable Approval approval,
      WorldTerms terms,
      List<Precondition> here,
      Tool tool,
      Path workspace)
      throws InterruptedException {
    List<Precondition> expected =
        approval == null
            ? here.stream().filter(one -> !one.implied()).toList()
            : withTarget(terms.preconditions(), here);
    List<Precondition> next = new ArrayList<>();
    List<WorldChange> changes = new ArrayList<>();
    String text = null;
    for (Precondition one : expected) {
      boolean elsewhere = one.implied() && !isSameTarget(one, here);
      Sighting now = elsewhere ? Sighting.LINK : look(tool, workspace, one);
      if (isMoved(one, now)) {
        String found = one.implied() ? text(run, workspace, one, now) : null;
        changes.add(WorldChange.of(one, now, diff(run, approval, one, now, found)));
        text = found;
      }
      if (!elsewhere) {
        next.add(one.expecting(now));
      }
    }
    if (changes.isEmpty()) {
      return null;
    }
    if (here.stream().anyMatch(Precondition::implied)
        && next.stream().noneMatch(Precondition::implied)) {
      // The target is another file now: the next yes is for that one.
      Precondition target = here.stream().filter(Precondition::implied).findFirst().orElseThrow();
      Sighting now = look(tool, workspace, target);
      next.add(target.expecting(now));
      text = text(run, workspace, target, now);
    }
    return new MovedWorld(terms.anew(next, changes), text, !isOften(approval, terms));
  }

  private static boolean isOften(@Nullable Approval approval, WorldTerms terms) {
    return terms.isLast() || (approval != null && approval.revision() >= RevisionChain.LONGEST);
  }

  /** A target that nobody has measured when the approval was raised has no state to be the same. */
  private static List<Precondition> withTarget(
      List<Precondition> expected, List<Precondition> here) {
    if (expected.stream().anyMatch(Precondition::implied)) {
      return expected;
    }
    return Stream.concat(expected.stream(), here.stream().filter(Precondition::implied)).toList();
  }

  private static boolean isMoved(Precondition expected, Sighting now) {
    return expected.isUnmeasured()
        ? expected.implied()
        : expected.against(now) != Precondition.State.HOLDS;
  }

  private static boolean isSameTarget(Precondition expected, List<Precondition> here) {
    return here.stream().anyMatch(now -> now.implied() && now.subject().equals(expected.subject()));
  }

  private @Nullable String diff(
      Run run,
      @Nullable Approval approval,
      Precondition expected,
      Sighting now,
      @Nullable String found) {
    if (approval == null || found == null || !expected.implied() || !now.isValue()) {
      return null;
    }
    KeptTarget before = kept.apply(approval.key());
    String text = before == null ? null : scrubbed(run, before.text());
    String diff = text == null ? null : UnifiedDiff.of(text, found);
    return diff == null || losesMask(diff) ? null : diff;
  }

  /**
   * Where a secret stood, something else stands now. It may be the same value, which the vault has
   * no more: then the difference would show it.
   */
  private static boolean losesMask(String diff) {
    return masks(diff, '-') > masks(diff, '+');
  }

  private static long masks(String diff, char sign) {
    return diff.lines()
        .filter(line -> line.charAt(0) == sign)
        .flatMap(line -> MASK.matcher(line).results())
        .count();
  }
}
