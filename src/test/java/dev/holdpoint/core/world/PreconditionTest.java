package dev.holdpoint.core.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.world.Precondition.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PreconditionTest {
  private static final Precondition FILE =
      Precondition.listed(Precondition.Type.FILE_SHA256, "a", "11");
  private static final Precondition GONE =
      Precondition.listed(Precondition.Type.FILE_ABSENT, "a", null);
  private static final Precondition HEAD =
      Precondition.listed(Precondition.Type.GIT_HEAD, "a", "11");

  static List<Arguments> sightings() {
    return List.of(
        Arguments.of(FILE, Sighting.file("11", 2), State.HOLDS),
        Arguments.of(FILE, Sighting.file("12", 2), State.MOVED),
        Arguments.of(FILE, Sighting.ABSENT, State.MOVED),
        Arguments.of(FILE, Sighting.LINK, State.MOVED),
        Arguments.of(FILE, Sighting.TOO_LARGE, State.MOVED),
        Arguments.of(FILE, Sighting.UNREADABLE, State.UNKNOWN),
        Arguments.of(GONE, Sighting.ABSENT, State.HOLDS),
        Arguments.of(GONE, Sighting.file("11", 2), State.MOVED),
        Arguments.of(GONE, Sighting.FOLDER, State.MOVED),
        Arguments.of(HEAD, Sighting.value("11"), State.HOLDS),
        Arguments.of(HEAD, Sighting.NO_COMMIT, State.MOVED),
        Arguments.of(HEAD, Sighting.UNSEEN, State.UNKNOWN));
  }

  @ParameterizedTest
  @MethodSource("sightings")
  void only_the_expected_value_holds(Precondition expected, Sighting found, State state) {
    assertThat(expected.against(found)).isEqualTo(state);
  }

  @Test
  void what_was_found_is_what_the_next_approval_expects() {
    assertThat(FILE.expecting(Sighting.ABSENT)).isEqualTo(GONE);
    assertThat(GONE.expecting(Sighting.file("12", 7)))
        .isEqualTo(new Precondition(Precondition.Type.FILE_SHA256, "a", "12", 7L, false));
    assertThat(HEAD.expecting(Sighting.value("12")).expected()).isEqualTo("12");
  }

  @Test
  void what_is_no_value_can_never_be_expected() {
    assertThat(FILE.expecting(Sighting.LINK)).isEqualTo(FILE);
    Precondition linkText = Precondition.listed(Precondition.Type.FILE_SHA256, "a", "link");
    assertThat(linkText.against(Sighting.LINK)).isEqualTo(State.MOVED);
  }
}
