package dev.holdpoint.core.memory;

import dev.holdpoint.core.memory.Match.Field;
import java.util.List;

/** By what each kind of memory is found. */
final class Fields {
  private Fields() {}

  static List<Field> of(Learning learning) {
    return List.of(
        new Field("content", learning.content()),
        new Field("kind", learning.kind().wire()),
        new Field("scope", learning.scope().text()));
  }

  static List<Field> of(RunMemory memory) {
    return List.of(
        new Field("summary", memory.summary()),
        new Field("request_preview", memory.requestPreview()),
        new Field("outcome_preview", memory.outcomePreview()));
  }

  static List<Field> of(Skill skill) {
    return List.of(new Field("name", skill.name()), new Field("description", skill.description()));
  }
}
