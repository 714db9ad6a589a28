package dev.holdpoint.cli.connect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is ours in a settings file. */
interface SettingsPart {
  /**
   * Puts it in, in the place of whatever of ours is there already.
   *
   * @param before what the file holds; null when it is not there
   * @throws UnknownShape when the file holds something else where it belongs
   */
  Added addTo(@Nullable String before) throws UnknownShape;

  /**
   * Takes out whatever of ours is there, and what is empty without it.
   *
   * @return null when nothing is left
   */
  @Nullable String removeFrom(@Nullable String before) throws UnknownShape;

  /** What in the file keeps the program from asking, or from asking here. */
  default List<String> obstacles(@Nullable String text) {
    return List.of();
  }

  /**
   * @param text what the file shall hold
   * @param replaced what had to go for it; nothing where it was there as it should be
   */
  record Added(String text, List<Replaced> replaced) {
    public Added {
      replaced = List.copyOf(replaced);
    }
  }

  /** Nobody can tell what people mean by such settings, so they are left alone. */
  final class UnknownShape extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownShape(String message) {
      super(message);
    }

    UnknownShape(SettingsJson.NotSettings cause) {
      super(
          "it is not a JSON object without comments: "
              + cause.getMessage()
              + ". Correct the file and try again",
          cause);
    }
  }
}
