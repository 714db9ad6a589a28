package dev.holdpoint.engine.port;

import dev.holdpoint.core.memory.Skill;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where skills come from. Who may see which is decided by whoever asks. */
public interface SkillSource {
  SkillSource NONE =
      new SkillSource() {
        @Override
        public List<Skill> skills() {
          return List.of();
        }

        @Override
        public @Nullable String text(Skill skill) {
          return null;
        }
      };

  /** All skills as they are now, by name, in order of their names. */
  List<Skill> skills();

  /** What the skill tells whoever loads it, or null when it has gone meanwhile. */
  @Nullable String text(Skill skill);
}
