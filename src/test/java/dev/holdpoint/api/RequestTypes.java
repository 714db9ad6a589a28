package dev.holdpoint.api;

import dev.holdpoint.api.endpoint.Endpoint;
import java.util.Objects;

/** The bodies that endpoints take, by their simple names. */
public final class RequestTypes {
  private RequestTypes() {}

  public static Class<?> named(String name) {
    return Endpoints.ALL.stream()
        .map(Endpoint::request)
        .filter(Objects::nonNull)
        .filter(it -> it.getSimpleName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
