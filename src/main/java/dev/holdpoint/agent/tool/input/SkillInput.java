package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.record.Json;

/** The input of {@code load_skill}. */
public record SkillInput(String name) {
  private static final int NAME = 64;

  public static Parsed<SkillInput> parse(Json input) {
    return InputFields.parse(input, fields -> new SkillInput(fields.nonBlank("name", NAME)));
  }
}
