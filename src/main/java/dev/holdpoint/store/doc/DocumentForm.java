package dev.holdpoint.store.doc;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * A kind of document. Jackson looks at a type when it is first read or written: at all of them
 * takes long.
 */
final class DocumentForm<T> {
  final String kind;
  private final Supplier<ObjectReader> howToRead;
  private final Supplier<ObjectWriter> howToWrite;
  private volatile @Nullable ObjectReader reader;
  private volatile @Nullable ObjectWriter writer;

  DocumentForm(String kind, Supplier<ObjectReader> howToRead, Supplier<ObjectWriter> howToWrite) {
    this.kind = kind;
    this.howToRead = howToRead;
    this.howToWrite = howToWrite;
  }

  ObjectReader reader() {
    ObjectReader known = reader;
    if (known == null) {
      known = howToRead.get();
      reader = known;
    }
    return known;
  }

  ObjectWriter writer() {
    ObjectWriter known = writer;
    if (known == null) {
      known = howToWrite.get();
      writer = known;
    }
    return known;
  }

  String text(T value) {
    return write(value);
  }

  /** For a form that is found by the value's own class. */
  String write(Object value) {
    return Documents.written(writer(), value);
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
