package dev.holdpoint.vault;

import dev.holdpoint.engine.port.WrappingKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the vault's key comes from. A change of the key in a file has three steps: the new key is
 * written beside the old one, all that is stored is wrapped again, and the new file takes the place
 * of the old. The ledger's word counts. A crash before anything was wrapped by the new key leaves a
 * successor that nobody has heard of, and it is removed; one after that leaves both keys, and the
 * change is finished.
 */
public final class VaultKeySource implements WrappingKeys {
  private static final String WHAT = "vault key";

  private final String source;
  private final @Nullable SecretFile file;
  private final TinkVault vault;
  private final boolean made;
  private @Nullable VaultKey successor;

  private VaultKeySource(
      String source,
      @Nullable SecretFile file,
      TinkVault vault,
      boolean made,
      @Nullable VaultKey successor) {
    this.source = source;
    this.file = file;
    this.vault = vault;
    this.made = made;
    this.successor = successor;
  }

  /**
   * What the operator has given.
   *
   * @param file where the key is, or is to be made; used when neither of the next two is there
   * @param key the key itself
   * @param command what prints the key
   * @param previous a key that is to be replaced by it, as such or in a file
   * @param discardsLost whether to start though secrets are lost with their key
   */
  public record Settings(
      Path file,
      @Nullable String key,
      @Nullable String command,
      @Nullable String previous,
      @Nullable Path previousFile,
      boolean discardsLost) {
    /** Records print their members; a key must not end up in a log that way. */
    @Override
    public String toString() {
      return "Settings[" + source() + "]";
    }

    String source() {
      return key != null ? "environment" : command != null ? "command" : "file";
    }

    public boolean isFile() {
      return key == null && command == null;
    }

    /** The same, and nothing is discarded: others may have the key that is missed here. */
    public Settings keeping() {
      return new Settings(file, key, command, previous, previousFile, false);
    }
  }

  /**
   * Reads the key, or makes the first one in a file.
   *
   * @param needed how many secrets each key has wrapped that cannot be made again
   * @param inUse every key that has wrapped anything
   * @param alone whether nobody else can be changing the key right now
   * @throws KeyRefused when there is no usable key, or not the one that the ledger needs
   */
  public static VaultKeySource open(
      Settings settings, Map<String, Long> needed, Set<String> inUse, boolean alone)
      throws IOException, KeyRefused {
    Found found = find(settings, needed, inUse);
    VaultKeySource source = open(settings, found, alone);
    source.vault.lookFor(id -> came(settings, id));
    return source;
  }

  private static VaultKeySource open(Settings settings, Found found, boolean alone)
      throws IOException {
    if (!settings.isFile()) {
      return new VaultKeySource(settings.source(), null, found.vault(), false, null);
    }
    SecretFile file = new SecretFile(settings.file);
    if (found.stale && alone) {
      file.next().remove();
    }
    if (found.newest != null) {
      return new VaultKeySource("file", file, found.vault(), false, found.successor);
    }
    VaultKey first = VaultKey.generate();
    file.write(first.text());
    return new VaultKeySource("file", file, found.with(first).vault(), true, null);
  }

  /** The key with this id, if another node or the operator has put it where keys come from. */
  private static @Nullable VaultKey came(Settings settings, String id) {
    SecretFile file = new SecretFile(settings.file);
    try {
      List<VaultKey> there = new ArrayList<>();
      if (settings.command != null) {
        there.add(parse(KeyCommand.run(settings.command), "the output of vault.key_command"));
      } else if (settings.isFile()) {
        for (SecretFile place : List.of(file, file.next())) {
          if (place.exists()) {
            there.add(read(place));
          }
        }
      }
      return there.stream().filter(key -> key.id().equals(id)).findFirst().orElse(null);
    } catch (IOException | KeyRefused _) {
      // Whoever is putting it there is not done yet; it is looked for again.
      return null;
    }
  }

  /** Takes the key away that was made just now, because the ledger has another. */
  public void discard() throws IOException {
    if (file != null && made) {
      file.remove();
    }
  }

  /**
   * Reads the key that {@link #open} would open, and leaves everything as it is.
   *
   * @return its id; null when the first key would be made
   * @throws KeyRefused as {@link #open} does
   */
  public static @Nullable String look(
      Settings settings, Map<String, Long> needed, Set<String> inUse)
      throws IOException, KeyRefused {
    VaultKey newest = find(settings, needed, inUse).newest;
    return newest == null ? null : newest.id();
  }

  /**
   * A vault that opens with the keys that are there, for checks; nothing is made or moved.
   *
   * @return null when there is no key
   * @throws KeyRefused when one of them is not usable
   */
  public static @Nullable TinkVault visit(Settings settings) throws IOException, KeyRefused {
    Found found = find(settings, Map.of(), Set.of());
    if (found.newest == null) {
      return null;
    }
    TinkVault vault = found.vault();
    vault.lookFor(id -> came(settings, id));
    return vault;
  }

  /**
   * @param newest null when it has to be made
   * @param successor the newest, if it still lies beside the old
   * @param stale whether there is a successor that nobody has heard of
   */
  private record Found(
      @Nullable VaultKey newest,
      List<VaultKey> older,
      @Nullable VaultKey successor,
      boolean stale) {
    TinkVault vault() {
      if (newest == null) {
        throw new IllegalStateException("no key was found");
      }
      return new TinkVault(newest, older.toArray(VaultKey[]::new));
    }

    Found with(VaultKey made) {
      return new Found(made, older, null, false);
    }
  }

  private static Found find(Settings settings, Map<String, Long> needed, Set<String> inUse)
      throws IOException, KeyRefused {
    List<VaultKey> older = new ArrayList<>();
    VaultKey previous = previous(settings);
    if (previous != null) {
      older.add(previous);
    }
    VaultKey newest;
    VaultKey successor = null;
    boolean stale = false;
    if (settings.key != null) {
      newest = parse(settings.key, "vault.key");
    } else if (settings.command != null) {
      newest = parse(KeyCommand.run(settings.command), "the output of vault.key_command");
    } else {
      SecretFile file = new SecretFile(settings.file);
      newest = file.exists() ? read(file) : null;
      VaultKey beside = file.next().exists() ? read(file.next()) : null;
      if (beside != null && inUse.contains(beside.id())) {
        if (newest != null) {
          older.add(newest);
        }
        newest = beside;
        successor = beside;
      } else {
        stale = beside != null;
      }
    }
    check(settings, newest, older, needed);
    return new Found(newest, older, successor, stale);
  }

  private static @Nullable VaultKey previous(Settings settings) throws IOException, KeyRefused {
    if (settings.previous != null) {
      return parse(settings.previous, "vault.previous_key");
    }
    return settings.previousFile == null ? null : read(new SecretFile(settings.previousFile));
  }

  private static VaultKey read(SecretFile file) throws IOException, KeyRefused {
    return parse(file.read(WHAT), file.toString());
  }

  private static VaultKey parse(String text, String where) throws KeyRefused {
    try {
      return VaultKey.parse(text);
    } catch (IllegalArgumentException e) {
      throw new KeyRefused(
          "%s must be the vault key (32 bytes in base64) but is %s; restore the key, or create one with: openssl rand -base64 32"
              .formatted(where, e.getMessage()));
    }
  }

  /** A new key is never made while secrets wait for the old one. */
  private static void check(
      Settings settings, @Nullable VaultKey newest, List<VaultKey> older, Map<String, Long> needed)
      throws KeyRefused {
    Map<String, Long> missing = new LinkedHashMap<>(needed);
    older.forEach(key -> missing.remove(key.id()));
    if (newest != null) {
      missing.remove(newest.id());
    }
    if (missing.isEmpty() || settings.discardsLost) {
      return;
    }
    long count = missing.values().stream().mapToLong(Long::longValue).sum();
    String where =
        settings.isFile() ? settings.file.toString() : "vault.key of " + settings.source();
    throw new KeyRefused(
        "%d secrets of this ledger are sealed with the vault key %s, and %s. Restore that key, or set vault.previous_key or vault.previous_key_file to it; backups do not contain it. If the key is lost, start with vault.discard_lost: true, which destroys these secrets"
            .formatted(
                count,
                String.join(", ", missing.keySet()),
                newest == null
                    ? "there is none in " + where
                    : where + " is another, " + newest.id()));
  }

  public TinkVault vault() {
    return vault;
  }

  /** Whether the first key was made just now. */
  public boolean isNew() {
    return made;
  }

  /** Every file that a change of keys makes or moves; a backup holds none of them. */
  public static List<Path> places(Path path) {
    SecretFile file = new SecretFile(path);
    return List.of(file.path(), file.draft(), file.next().path(), file.next().draft());
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public boolean canPrepare() {
    return file != null;
  }

  @Override
  public synchronized void prepare() throws IOException {
    if (file == null) {
      throw new IllegalStateException("the daemon does not manage this key");
    }
    if (successor != null) {
      // Its file would be overwritten, and with it all that it has wrapped would be lost.
      throw new IllegalStateException("the previous key change is not finished");
    }
    if (file.next().exists()) {
      throw new IOException(
          file.next() + " exists: another node is changing the key, or stopped while it did");
    }
    VaultKey next = VaultKey.generate();
    file.next().write(next.text());
    successor = next;
    vault.wrapWith(next);
  }

  @Override
  public synchronized void settle(Set<String> inUse) throws IOException {
    if (!Set.of(vault.keyId()).containsAll(inUse)) {
      return;
    }
    VaultKey next = successor;
    if (file != null && next != null && next.id().equals(vault.keyId())) {
      // Written, not moved: what is called so by now may be what another node is preparing.
      file.write(next.text());
      file.next().remove();
      successor = null;
    }
    vault.forgetOlder();
  }

  /** Those that the vault can open with. */
  public Set<String> known() {
    return vault.keyIds();
  }
}
