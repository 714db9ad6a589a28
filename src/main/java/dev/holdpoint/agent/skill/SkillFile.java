package dev.holdpoint.agent.skill;

import dev.holdpoint.core.memory.LearningScope;
import dev.holdpoint.core.memory.Skill;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A {@code SKILL.md}: YAML between two lines of dashes, then what the skill says.
 *
 * @param body the text behind the front matter
 */
record SkillFile(
    String name,
    String description,
    @Nullable LearningScope scope,
    Skill.@Nullable Rollout rollout,
    String body) {
  static final int NAME = 64;
  static final int DESCRIPTION = 1_024;

  private static final Pattern NAME_FORM = Pattern.compile("[a-z0-9]+(?:-[a-z0-9]+)*");
  private static final Pattern FRONT =
      Pattern.compile(
          "\\A\\uFEFF?---[ \\t]*\\r?\\n(.*?)^---[ \\t]*(?:\\r?\\n|\\z)",
          Pattern.DOTALL | Pattern.MULTILINE);

  static SkillFile parse(String text, String folder) throws BadSkill {
    Matcher front = FRONT.matcher(text);
    if (!front.find()) {
      throw new BadSkill("it must begin with YAML between two lines of three dashes");
    }
    Map<?, ?> yaml = yaml(front.group(1));
    String name = required(yaml, "name", NAME);
    if (!NAME_FORM.matcher(name).matches()) {
      throw new BadSkill("'name' must be lowercase letters, digits and single hyphens");
    }
    if (!name.equals(folder)) {
      throw new BadSkill("'name' is '" + name + "', but the folder is '" + folder + "'");
    }
    return new SkillFile(
        name,
        required(yaml, "description", DESCRIPTION),
        scope(yaml),
        rollout(yaml),
        text.substring(front.end()).strip());
  }

  private static Map<?, ?> yaml(String text) throws BadSkill {
    LoadSettings settings =
        LoadSettings.builder()
            .setMaxAliasesForCollections(10)
            .setCodePointLimit(SkillFolders.MOST_BYTES)
            .setAllowRecursiveKeys(false)
            .build();
    try {
      if (new Load(settings).loadFromString(text) instanceof Map<?, ?> map) {
        return map;
      }
    } catch (YamlEngineException e) {
      throw new BadSkill(
          "its front matter is not YAML: "
              + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    throw new BadSkill("its front matter must be lines of the form 'key: value'");
  }

  private static String required(Map<?, ?> yaml, String key, int most) throws BadSkill {
    if (!(yaml.get(key) instanceof String text) || text.isBlank()) {
      throw new BadSkill("'" + key + "' is missing; give it as text");
    }
    String value = text.strip();
    if (value.codePointCount(0, value.length()) > most) {
      throw new BadSkill("'" + key + "' is longer than " + most + " characters");
    }
    return value;
  }

  /** At the top, or with the other things that the form leaves to whoever uses it. */
  private static @Nullable Object own(Map<?, ?> yaml, String key) {
    Object value = yaml.get(key);
    return value == null && yaml.get("metadata") instanceof Map<?, ?> more ? more.get(key) : value;
  }

  /** A state that nobody knows must not count as active. */
  private static Skill.@Nullable Rollout rollout(Map<?, ?> yaml) throws BadSkill {
    Object value = own(yaml, "rollout");
    if (value == null) {
      return null;
    }
    for (Skill.Rollout rollout : Skill.Rollout.values()) {
      if (rollout.wire().equals(value)) {
        return rollout;
      }
    }
    throw new BadSkill("'rollout' must be shadow or active");
  }

  private static @Nullable LearningScope scope(Map<?, ?> yaml) throws BadSkill {
    Object value = own(yaml, "source_scope");
    if (value == null) {
      value = own(yaml, "scope");
    }
    if (value == null) {
      return null;
    }
    LearningScope scope = value instanceof String text ? LearningScope.parse(text.strip()) : null;
    if (scope == null) {
      throw new BadSkill("'scope' must be session:ID, persona:ID or workspace:ID");
    }
    return scope;
  }

  Skill at(String source, long changedAtMs) {
    return new Skill(name, description, scope, rollout, source, changedAtMs);
  }
}
