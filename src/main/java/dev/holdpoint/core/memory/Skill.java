package dev.holdpoint.core.memory;

import java.util.Collection;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A skill as it is listed; what it says is read when it is loaded.
 *
 * @param scope whose it is; null for one that everybody shares
 * @param rollout how far it is in use, where it was promoted from something learned; null for one
 *     that a person put there
 * @param source where it was read
 */
public record Skill(
    String name,
    String description,
    @Nullable LearningScope scope,
    @Nullable Rollout rollout,
    String source,
    long changedAtMs) {

  public enum Rollout {
    /** Watched, and shown to nobody. */
    SHADOW,
    ACTIVE;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What everybody shares is the workspace's. */
  public LearningScope sharedBy() {
    return scope == null ? LearningScope.WORKSPACE : scope;
  }

  /** Why a session does not see a skill. */
  public enum Hidden {
    NOT_ACTIVE("its rollout is not active"),
    OTHER_SCOPE("it belongs to another session, persona or workspace"),
    DENIED("the session's capability scope denies it");

    private final String reason;

    Hidden(String reason) {
      this.reason = reason;
    }

    /** Ends a sentence that says that the skill cannot be used, because. */
    public String reason() {
      return reason;
    }
  }

  /**
   * @param scopes the learning scopes of the session
   * @param allowed whether its capability scope lets a skill of that name through
   */
  public @Nullable Hidden hiddenFrom(Collection<LearningScope> scopes, Predicate<String> allowed) {
    if (!allowed.test(name)) {
      return Hidden.DENIED;
    }
    if (scope != null && !scopes.contains(scope)) {
      return Hidden.OTHER_SCOPE;
    }
    return rollout == null || rollout == Rollout.ACTIVE ? null : Hidden.NOT_ACTIVE;
  }
}
