package dev.holdpoint.http.web;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Made when it is first asked for: a daemon that nobody looks at does not pay for its pages. */
final class Once<T> implements Supplier<T> {
  private final Supplier<T> making;
  private volatile @Nullable T made;

  Once(Supplier<T> making) {
    this.making = making;
  }

  @Override
  public T get() {
    T there = made;
    if (there != null) {
      return there;
    }
    synchronized (this) {
      there = made;
      if (there == null) {
        there = making.get();
        made = there;
      }
      return there;
    }
  }
}
