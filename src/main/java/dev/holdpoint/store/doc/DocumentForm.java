package dev.holdpoint.store.doc;

import dev.holdpoint.engine.heap.HeapShare;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;

/** A kind of document. Jackson looks at a type when it is first read: at all of them takes long. */
final class DocumentForm<T> {
  final String kind;
  private final Supplier<ObjectReader> howToRead;
  private volatile @Nullable ObjectReader reader;

  private final RecordReader quick;

  DocumentForm(String kind, RecordReader quick, Supplier<ObjectReader> howToRead) {
    this.kind = kind;
    this.howToRead = howToRead;
    this.quick = quick;
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
    String text = Shorthand.read(kind, stored);
    HeapShare.read(text.length());
    return Documents.parse(kind, reader(), text);
  }

  T value(String stored) {
    String text = Shorthand.read(kind, stored);
    HeapShare.read(text.length());
    byte[] ascii = Ascii.of(text);
    // Without a checksum nobody knows whether it is as it was written.
    @SuppressWarnings("unchecked") // the type that this is the form of
    T read = Checksum.check(kind, text, ascii) ? (T) quick.read(ascii) : null;
    return read != null ? read : Documents.parse(kind, reader(), text);
  }
}
