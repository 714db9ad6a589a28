package dev.holdpoint.daemon.wiring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.Origin;
import dev.holdpoint.engine.audit.AdminActs.Started;
import dev.holdpoint.engine.json.CanonicalJson;
import dev.holdpoint.engine.json.Digests;
import dev.holdpoint.engine.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a start puts on record of the configuration: that it is another one shows, not what it is.
 */
final class StartRecord {
  private StartRecord() {}

  /** Secrets are masked before anything is hashed. */
  static Started of(Config config, String version, String node) {
    ObjectNode inForce = JsonTree.object();
    List<String> set = new ArrayList<>();
    for (Config.InForce setting : config.inForce()) {
      if (setting.value() != null) {
        inForce.put(setting.key(), setting.value());
      }
      if (!(setting.origin() instanceof Origin.Preset)) {
        set.add(setting.key());
      }
    }
    return new Started(
        version, node, Digests.sha256Hex(CanonicalJson.of(inForce).getBytes(UTF_8)), set);
  }
}
