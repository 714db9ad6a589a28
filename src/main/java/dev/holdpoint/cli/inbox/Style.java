package dev.holdpoint.cli.inbox;

import org.jline.utils.AttributedStyle;

/** How a line looks. */
enum Style {
  PLAIN,
  STRONG,
  DIM,
  NOTE,
  CHOSEN;

  AttributedStyle style() {
    AttributedStyle plain = AttributedStyle.DEFAULT;
    return switch (this) {
      case PLAIN -> plain;
      case STRONG -> plain.bold();
      case DIM -> plain.faint();
      case NOTE -> plain.foreground(AttributedStyle.YELLOW);
      case CHOSEN -> plain.inverse();
    };
  }
}
