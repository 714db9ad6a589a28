package dev.holdpoint.vault;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.subtle.AesGcmJce;
import com.google.crypto.tink.subtle.Random;
import dev.holdpoint.core.secret.Sealed;
import dev.holdpoint.engine.port.SecretLost;
import dev.holdpoint.engine.port.Vault;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Envelope encryption: each value has a key of its own, and that key is wrapped by the vault's.
 * Both are AES-256-GCM with random nonces, and both are bound to the place of the value. To change
 * the vault's key is to wrap the small keys again; to drop a wrapped key is to destroy its value.
 */
public final class TinkVault implements Vault {
  private static final int DATA_KEY_BYTES = 32;

  private final Map<String, VaultKey> keys = new LinkedHashMap<>();
  private VaultKey newest;
  private byte @Nullable [] macKey;

  /** Whether the newest key is one that the ledger has not heard of yet. */
  private boolean leads;

  /** Where keys may come to while the vault is in use. */
  private volatile Function<String, @Nullable VaultKey> others = _ -> null;

  /**
   * @param older keys that may have wrapped what is stored
   */
  public TinkVault(VaultKey newest, VaultKey... older) {
    this.newest = newest;
    for (VaultKey key : older) {
      keys.put(key.id(), key);
    }
    keys.put(newest.id(), newest);
  }

  @Override
  public Sealed seal(byte[] value, String about) {
    byte[] dataKey = Random.randBytes(DATA_KEY_BYTES);
    try {
      VaultKey by = newest();
      return new Sealed(
          aead(dataKey).encrypt(value, about.getBytes(UTF_8)),
          by.aead().encrypt(dataKey, wrapping(about)),
          by.id());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    } finally {
      Arrays.fill(dataKey, (byte) 0);
    }
  }

  @Override
  public byte[] open(Sealed sealed, String about) {
    byte[] dataKey = unwrap(sealed, about);
    try {
      return aead(dataKey).decrypt(sealed.ciphertext(), about.getBytes(UTF_8));
    } catch (GeneralSecurityException _) {
      throw new SecretLost("a sealed value was changed or moved and cannot be decrypted");
    } finally {
      Arrays.fill(dataKey, (byte) 0);
    }
  }

  @Override
  public Sealed rewrap(Sealed sealed, String about) {
    byte[] dataKey = unwrap(sealed, about);
    try {
      VaultKey by = newest();
      return new Sealed(sealed.ciphertext(), by.aead().encrypt(dataKey, wrapping(about)), by.id());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has AES-GCM", e);
    } finally {
      Arrays.fill(dataKey, (byte) 0);
    }
  }

  private byte[] unwrap(Sealed sealed, String about) {
    VaultKey key = had(sealed.wrappedBy());
    if (key == null) {
      throw new SecretLost("a sealed value needs the vault key " + sealed.wrappedBy());
    }
    try {
      byte[] dataKey = key.aead().decrypt(sealed.wrappedKey(), wrapping(about));
      if (dataKey.length != DATA_KEY_BYTES) {
        throw new SecretLost(
            "the key of a sealed value has the wrong length; the value cannot be decrypted");
      }
      return dataKey;
    } catch (GeneralSecurityException _) {
      throw new SecretLost(
          "the key of a sealed value was changed or moved; the value cannot be decrypted");
    }
  }

  private static Aead aead(byte[] key) throws GeneralSecurityException {
    return new AesGcmJce(key);
  }

  /** Not what the value itself is bound to: neither ciphertext can stand for the other. */
  private static byte[] wrapping(String about) {
    return ("key of " + about).getBytes(UTF_8);
  }

  private synchronized VaultKey newest() {
    return newest;
  }

  /** Here, or where keys may have come to meanwhile. */
  private @Nullable VaultKey had(String id) {
    VaultKey known = key(id);
    VaultKey found = known == null ? others.apply(id) : known;
    if (known == null && found != null) {
      add(found);
    }
    return found;
  }

  @Override
  public boolean has(String id) {
    return had(id) != null;
  }

  private synchronized @Nullable VaultKey key(String id) {
    return keys.get(id);
  }

  private synchronized void add(VaultKey key) {
    keys.put(key.id(), key);
  }

  void lookFor(Function<String, @Nullable VaultKey> elsewhere) {
    others = elsewhere;
  }

  /** From now on this key wraps; the others still open. */
  synchronized void wrapWith(VaultKey key) {
    keys.put(key.id(), key);
    newest = key;
    leads = true;
  }

  @Override
  public boolean follow(String keyId) {
    VaultKey key = had(keyId);
    return key != null && follow(key);
  }

  private synchronized boolean follow(VaultKey key) {
    if (newest.id().equals(key.id())) {
      leads = false;
    } else if (!leads) {
      newest = key;
    }
    return true;
  }

  /** Opens only what the newest key has wrapped. */
  synchronized void forgetOlder() {
    keys.keySet().retainAll(Set.of(newest.id()));
    leads = false;
  }

  synchronized Set<String> keyIds() {
    return Set.copyOf(keys.keySet());
  }

  @Override
  public String keyId() {
    return newest().id();
  }

  @Override
  public byte[] mac(String purpose, byte[] text) {
    byte[] key = macKey();
    return hmac(hmac(key, purpose.getBytes(UTF_8)), text);
  }

  private synchronized byte[] macKey() {
    byte[] key = macKey;
    if (key == null) {
      throw new IllegalStateException("the vault does not have the ledger's key yet");
    }
    return key;
  }

  @Override
  public synchronized void macWith(byte[] key) {
    macKey = key.clone();
  }

  static byte[] hmac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HMAC-SHA256", e);
    }
  }
}
