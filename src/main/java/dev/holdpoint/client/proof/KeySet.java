package dev.holdpoint.client.proof;

import dev.holdpoint.client.http.ClientJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Keys of a ledger, obtained from elsewhere.
 *
 * @param whole whether these are all that ever signed, or one of them
 */
public record KeySet(Map<String, PublicKey> keys, boolean whole) {
  public KeySet {
    keys = Map.copyOf(keys);
  }

  public static KeySet of(PublicKey key) {
    return new KeySet(Map.of(key.id(), key), false);
  }

  /**
   * What {@code /v1/keys.json} publishes.
   *
   * @throws Malformed when it is no such set
   */
  public static KeySet parse(String jwkSet) throws Malformed {
    Map<String, PublicKey> keys = new LinkedHashMap<>();
    for (JsonNode one : json(jwkSet).path("keys")) {
      PublicKey key = PublicKey.ofText(one.path("x").asString(""));
      if (!key.id().equals(one.path("kid").asString(""))) {
        throw new Malformed("the key set has a key whose kid is not of its x");
      }
      keys.put(key.id(), key);
    }
    if (keys.isEmpty()) {
      throw new Malformed("it is not a key set with keys: give what /v1/keys.json publishes");
    }
    return new KeySet(keys, true);
  }

  private static JsonNode json(String text) throws Malformed {
    try {
      return ClientJson.parseTree(text);
    } catch (JacksonException _) {
      throw new Malformed("the key set is not JSON");
    }
  }

  @Nullable PublicKey get(String keyId) {
    return keys.get(keyId);
  }
}
