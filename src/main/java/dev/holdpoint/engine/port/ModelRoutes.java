package dev.holdpoint.engine.port;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which model routes there are. */
public interface ModelRoutes {
  /** By name. */
  List<Listed> all();

  /**
   * @param problem why it cannot be used, and what to do; null when it can
   * @param isDefault whether it is that of runs that name none
   */
  record Listed(
      String name,
      String provider,
      String model,
      @Nullable String fallbackModel,
      @Nullable String problem,
      boolean isDefault) {}
}
