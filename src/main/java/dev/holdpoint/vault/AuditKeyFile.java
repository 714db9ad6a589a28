package dev.holdpoint.vault;

import dev.holdpoint.engine.port.Signer;
import dev.holdpoint.engine.port.SigningKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the audit key is kept. A change of keys has three steps: the new key is written beside the
 * old one, the ledger records it, and its file takes the place of the old. The ledger's word
 * counts. A crash before the second step leaves a successor that nobody has heard of, and it is
 * removed; one after it leaves a file that the ledger has gone past, and the successor moves in.
 */
public final class AuditKeyFile implements SigningKeys {
  private final SecretFile file;
  private final SecretFile next;
  private final boolean made;
  private AuditKey inFile;
  private @Nullable AuditKey successor;

  private AuditKeyFile(SecretFile file, AuditKey inFile, boolean made) {
    this.file = file;
    this.next = file.next();
    this.inFile = inFile;
    this.made = made;
  }

  /**
   * Reads the key, finishes a change of keys that was cut short, or makes the first key.
   *
   * @param newest the id of the key that the ledger has introduced last; null for a new ledger
   * @param alone whether nobody else can be changing the key right now
   * @throws KeyRefused when there is no file with that key
   */
  public static AuditKeyFile open(Path path, @Nullable String newest, boolean alone)
      throws IOException, KeyRefused {
    SecretFile file = new SecretFile(path);
    SecretFile next = file.next();
    AuditKey key = file.exists() ? read(file) : null;
    if (key != null && (newest == null || key.keyId().equals(newest))) {
      if (alone) {
        next.remove();
      }
      return new AuditKeyFile(file, key, false);
    }
    if (newest != null) {
      AuditKey successor = successor(file, key, newest);
      moveIn(next, file, successor);
      return new AuditKeyFile(file, successor, false);
    }
    AuditKey first = AuditKey.generate();
    file.write(first.pem());
    return new AuditKeyFile(file, first, true);
  }

  /** Written, not moved: what is called so by now may be what another node is preparing. */
  private static void moveIn(SecretFile next, SecretFile file, AuditKey key) throws IOException {
    file.write(key.pem());
    next.remove();
  }

  /**
   * Reads the key that {@link #open} would open, and leaves everything as it is.
   *
   * @return its id; null when the first key would be made
   * @throws KeyRefused as {@link #open} does
   */
  public static @Nullable String look(Path path, @Nullable String newest)
      throws IOException, KeyRefused {
    SecretFile file = new SecretFile(path);
    AuditKey key = file.exists() ? read(file) : null;
    if (newest == null || (key != null && key.keyId().equals(newest))) {
      return key == null ? null : key.keyId();
    }
    return successor(file, key, newest).keyId();
  }

  private static AuditKey successor(SecretFile file, @Nullable AuditKey key, String newest)
      throws IOException, KeyRefused {
    SecretFile next = file.next();
    AuditKey successor = next.exists() ? read(next) : null;
    if (successor == null || !successor.keyId().equals(newest)) {
      throw wrong(file, key, newest);
    }
    return successor;
  }

  private static AuditKey read(SecretFile file) throws IOException, KeyRefused {
    try {
      return AuditKey.parse(file.read("audit key"));
    } catch (IllegalArgumentException e) {
      throw new KeyRefused(
          "%s must hold the audit key (Ed25519, PKCS #8, PEM) but has %s; restore the key"
              .formatted(file, e.getMessage()));
    }
  }

  /** Every file that a change of keys makes or moves; seldom is more than the first there. */
  public static List<Path> places(Path path) {
    SecretFile file = new SecretFile(path);
    return List.of(file.path(), file.draft(), file.next().path(), file.next().draft());
  }

  private static KeyRefused wrong(SecretFile file, @Nullable AuditKey key, String newest) {
    return new KeyRefused(
        (key == null
                    ? "The audit key is not in %s; the ledger was last signed with the key %s."
                    : "%s holds a different audit key; the ledger was last signed with the key "
                        + "%s.")
                .formatted(file, newest)
            + " Restore that key, or set audit.key_file to the file that holds it");
  }

  public synchronized Signer key() {
    return new Kept(inFile);
  }

  /** A key that knows where the others are. */
  private final class Kept implements Signer {
    private final AuditKey key;

    Kept(AuditKey key) {
      this.key = key;
    }

    @Override
    public String keyId() {
      return key.keyId();
    }

    @Override
    public byte[] publicKey() {
      return key.publicKey();
    }

    @Override
    public byte[] sign(byte[] hash) {
      return key.sign(hash);
    }

    @Override
    public @Nullable Signer other(String keyId) {
      return find(keyId);
    }

    @Override
    public String toString() {
      return key.toString();
    }
  }

  /** The key with this id, if it is in the file by now, or beside it; else null. */
  @Override
  public synchronized @Nullable Signer find(String keyId) {
    if (!inFile.keyId().equals(keyId)) {
      AuditKey found = readIf(file, keyId);
      found = found == null ? readIf(next, keyId) : found;
      if (found == null) {
        return null;
      }
      inFile = found;
    }
    return new Kept(inFile);
  }

  /** A file that cannot be used does not have it: whoever puts the key there tries again. */
  private static @Nullable AuditKey readIf(SecretFile file, String keyId) {
    try {
      AuditKey key = file.exists() ? read(file) : null;
      return key != null && key.keyId().equals(keyId) ? key : null;
    } catch (IOException | KeyRefused _) {
      return null;
    }
  }

  /** Whether the first key was made just now. */
  public boolean isNew() {
    return made;
  }

  /** Takes the key away that was made just now, because the ledger has another. */
  public void discard() throws IOException {
    file.remove();
  }

  @Override
  public synchronized Signer prepare() throws IOException {
    AuditKey prepared = AuditKey.generate();
    next.write(prepared.pem());
    successor = prepared;
    return new Kept(prepared);
  }

  @Override
  public synchronized void settle(String newest) throws IOException {
    AuditKey prepared = successor;
    if (prepared != null && prepared.keyId().equals(newest)) {
      moveIn(next, file, prepared);
      inFile = prepared;
      successor = null;
    }
  }
}
