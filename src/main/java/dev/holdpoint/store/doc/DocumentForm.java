package dev.holdpoint.store.doc;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;

/** A kind of document. Jackson looks at a type when it is first read: at all of them takes long. */
final class DocumentForm<T> {
  final String kind;
  private final Supplier<ObjectReader> howToRead;
  private volatile @Nullable ObjectReader reader;

  DocumentForm(String kind, Supplier<ObjectReader> howToRead) {
    this.kind = kind;
    this.howToRead = howToRead;
  }

  ObjectReader reader() {
    ObjectReader known = reader;
    if (known == null) {
      known = howToRead.get();
      reader = known;
    }
    return known;
  }

  /** What has a hash and a signature of its own: it is told as it is, and verifiers judge it. */
  T proven(String stored) {
    return Documents.read(kind, reader(), Shorthand.read(kind, stored));
  }

  T value(String stored) {
    String text = Shorthand.read(kind, stored);
    Checksum.check(kind, text);
    return Documents.read(kind, reader(), text);
  }
}
