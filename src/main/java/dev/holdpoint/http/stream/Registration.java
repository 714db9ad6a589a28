package dev.holdpoint.http.stream;

/** A subscription that ends when it is closed; closing it twice does no harm. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
  Registration NONE = () -> {};

  @Override
  void close();

  static Registration of(AutoCloseable listening) {
    return () -> {
      try {
        listening.close();
      } catch (Exception e) {
        throw new IllegalStateException("a listener could not be removed", e);
      }
    };
  }
}
