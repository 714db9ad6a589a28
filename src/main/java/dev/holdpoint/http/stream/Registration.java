package dev.holdpoint.http.stream;

/** A subscription that ends when it is closed; closing it twice does no harm. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
  Registration NONE = () -> {};

  @Override
  void close();
}
