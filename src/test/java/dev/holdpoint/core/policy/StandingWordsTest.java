package dev.holdpoint.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The one table of summaries, from members as views have them. Page and terminal read it too. */
final class StandingWordsTest {
  private static final Path TABLE = Path.of("src/test/resources/standing/summaries.json");

  @Test
  @DisplayName("DX-27 the summary is made from the members alone, by the table of examples")
  void DX_27_words() throws IOException {
    JsonNode rows = new ObjectMapper().readTree(Files.readString(TABLE));
    assertThat(rows.size()).isGreaterThan(30);
    for (JsonNode row : rows) {
      assertThat(standing(row.get("standing")).summary(row.get("now_ms").longValue()))
          .isEqualTo(row.get("summary").stringValue());
    }
  }

  @Test
  void the_table_has_every_ending_state_and_next_moment() throws IOException {
    List<Standing> all = new ArrayList<>();
    for (JsonNode row : new ObjectMapper().readTree(Files.readString(TABLE))) {
      all.add(standing(row.get("standing")));
    }
    assertThat(all).extracting(Standing::state).contains(Standing.State.values());
    assertThat(all).extracting(Standing::onExpiry).contains(OnExpiry.values());
    assertThat(all.stream().map(Standing::next).filter(it -> it != null).map(Standing.Next::what))
        .contains(Standing.What.values());
  }

  private static Standing standing(JsonNode json) {
    List<Vote> votes = new ArrayList<>();
    for (JsonNode vote : json.get("votes")) {
      boolean yes = vote.get("vote").stringValue().equals("allow");
      votes.add(
          new Vote(
              vote.get("by").stringValue(), vote.get("at_ms").longValue(), yes, null, null, null));
    }
    List<List<Standing.Missing>> missing = new ArrayList<>();
    for (JsonNode alternative : json.get("missing")) {
      List<Standing.Missing> parts = new ArrayList<>();
      for (JsonNode it : alternative) {
        List<String> people = new ArrayList<>();
        it.get("people").forEach(name -> people.add(name.stringValue()));
        parts.add(
            new Standing.Missing(
                it.get("count").intValue(),
                it.get("of").stringValue(),
                people,
                it.get("more").intValue()));
      }
      missing.add(parts);
    }
    return new Standing(
        Standing.State.valueOf(upper(json.get("state"))),
        null,
        json.get("stage").intValue(),
        json.get("stages").intValue(),
        votes,
        missing,
        next(json.get("next")),
        OnExpiry.valueOf(upper(json.get("on_expiry"))));
  }

  private static Standing.@Nullable Next next(@Nullable JsonNode json) {
    if (json == null) {
      return null;
    }
    JsonNode to = json.get("to");
    return new Standing.Next(
        Standing.What.valueOf(upper(json.get("what"))),
        json.get("at_ms").longValue(),
        to == null ? null : to.stringValue(),
        json.has("unseen"));
  }

  private static String upper(JsonNode word) {
    return word.stringValue().toUpperCase(Locale.ROOT);
  }
}
