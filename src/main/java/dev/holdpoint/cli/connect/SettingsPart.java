package dev.holdpoint.cli.connect;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What is ours in a settings file. */
interface SettingsPart {
  /**
   * Puts it in, in the place of whatever of ours is there already.
   *
   * @return what had to go for it; nothing where it was there as it should be
   * @throws UnknownShape when the file holds something else where it belongs
   */
  List<Replaced> addTo(ObjectNode settings) throws UnknownShape;

  /** Takes out whatever of ours is there, and what is empty without it. */
  void removeFrom(ObjectNode settings) throws UnknownShape;

  /** Nobody can tell what people mean by such settings, so they are left alone. */
  final class UnknownShape extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownShape(String message) {
      super(message);
    }
  }
}
