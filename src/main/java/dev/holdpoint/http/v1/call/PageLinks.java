package dev.holdpoint.http.v1.call;

import dev.holdpoint.http.server.Call;
import org.jspecify.annotations.Nullable;

/**
 * Where people find something on the page.
 *
 * @param publicUrl where people reach this daemon, without a slash; null for the address that the
 *     caller used
 */
public record PageLinks(@Nullable String publicUrl) {
  public String of(Call call, String kind, String id) {
    return (publicUrl == null ? call.origin() : publicUrl) + "/ui/" + kind + "/" + id;
  }
}
