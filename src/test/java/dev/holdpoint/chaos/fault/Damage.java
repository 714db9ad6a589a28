package dev.holdpoint.chaos.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.chaos.Fault;
import dev.holdpoint.chaos.Victim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a file are not what was written. The daemon is dead while that happens; then it, or
 * {@code holdpoint doctor --deep}, must notice, or what it knows must be the same.
 */
public final class Damage implements Fault {
  /** What is damaged. */
  enum Part {
    DATABASE,
    LOG,
    HEAD,
    KEYS,
    ASSETS,
    CONFIGURATION
  }

  /** How. */
  enum Manner {
    FLIPPED_BIT,
    LOST_TAIL,
    SWAPPED_PAGE
  }

  private static final int DAMAGED = 70;
  private static final String VAULT_KEY = "vault-key";
  private static final int UNWELL = 8;
  private static final int PAGE = 4_096;
  private static final int TRIES = 50;
  private static final Duration START = Duration.ofSeconds(90);

  private final Part part;
  private final Manner manner;

  Damage(Part part, Manner manner) {
    this.part = part;
    this.manner = manner;
  }

  /** Each part in each manner. */
  public static List<Fault> all() {
    List<Fault> all = new ArrayList<>();
    for (Part part : Part.values()) {
      for (Manner manner : Manner.values()) {
        all.add(new Damage(part, manner));
      }
    }
    return all;
  }

  @Override
  public String name() {
    return (manner + " in " + part).toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  @Override
  public @Nullable String missing() {
    return null;
  }

  @Override
  public Outcome strike(Victim victim, RandomGenerator random) throws Exception {
    // In PostgreSQL there is nothing of it in files but the settings.
    Path file = victim.onPostgres() && part != Part.CONFIGURATION ? null : file(victim, random);
    if (file == null || Files.size(file) == 0) {
      return Outcome.SKIPPED;
    }
    victim.kill();
    // A kill may have left less of it than there was.
    byte[] whole = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    byte[] damaged = whole.length == 0 ? whole : damaged(whole, random);
    if (Arrays.equals(whole, damaged)) {
      victim.start();
      return Outcome.SKIPPED;
    }
    return switch (part) {
      case DATABASE, ASSETS, KEYS -> looked(victim, file, whole, damaged);
      case LOG, HEAD, CONFIGURATION -> started(victim, file, whole, damaged, random);
    };
  }

  private @Nullable Path file(Victim victim, RandomGenerator random) throws IOException {
    Path data = victim.data();
    List<Path> files =
        switch (part) {
          case DATABASE -> List.of(data.resolve("holdpoint.db"));
          case LOG -> List.of(data.resolve("holdpoint.db-wal"));
          case HEAD -> List.of(data.resolve("holdpoint.head"));
          case KEYS -> List.of(data.resolve("audit-key"), data.resolve(VAULT_KEY));
          case ASSETS -> below(data.resolve("assets"));
          case CONFIGURATION -> List.of(configuration(victim));
        };
    List<Path> there = files.stream().filter(Files::isRegularFile).toList();
    return there.isEmpty() ? null : there.get(random.nextInt(there.size()));
  }

  private static List<Path> below(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder)) {
      return all.sorted().toList();
    }
  }

  private static Path configuration(Victim victim) throws IOException {
    List<String> words = Daemons.Life.of(victim.pid()).command();
    int at = words.indexOf("--config");
    return at < 0 ? victim.data().resolve("holdpoint.yaml") : Path.of(words.get(at + 1));
  }

  private byte[] damaged(byte[] whole, RandomGenerator random) {
    byte[] bytes = whole.clone();
    switch (manner) {
      case FLIPPED_BIT -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case LOST_TAIL -> {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      case SWAPPED_PAGE -> {
        // Small files have small pages.
        int page = Math.min(PAGE, Math.max(1, bytes.length / 4));
        int pages = bytes.length / page;
        // Many pages of empty tables are the same.
        for (int i = 0; i < TRIES && Arrays.equals(bytes, whole); i++) {
          int one = random.nextInt(pages) * page;
          int other = random.nextInt(pages) * page;
          System.arraycopy(whole, one, bytes, other, page);
          System.arraycopy(whole, other, bytes, one, page);
        }
      }
    }
    return bytes;
  }

  /** Read as a whole while nobody works on it, and put back. */
  private Outcome looked(Victim victim, Path file, byte[] whole, byte[] damaged) throws Exception {
    LedgerRows before = LedgerRows.of(victim.data());
    if (before == null) {
      throw new AssertionError("the ledger cannot be read before it is damaged");
    }
    Files.write(file, damaged);
    Daemons.Said deep = Daemons.holdpoint("doctor", "--deep", "--data", victim.data().toString());
    LedgerRows after = LedgerRows.of(victim.data());
    Files.write(file, whole);
    victim.start();
    // A key that sealed nothing but what a start makes again is a warning.
    if (deep.exitCode() == UNWELL || deep.text().contains("warn  vault_key")) {
      return Outcome.NOTICED;
    }
    boolean same =
        switch (part) {
          case ASSETS -> !before.mentions(String.valueOf(file.getFileName()));
          // A vault without secrets takes any key for its first.
          case KEYS ->
              Arrays.equals(key(whole), key(damaged))
                  || (file.endsWith(VAULT_KEY) && !before.has("secrets"));
          default -> before.equals(after);
        };
    if (same) {
      return Outcome.SURVIVED;
    }
    throw new AssertionError(name() + " of " + file + " passed unnoticed:\n" + deep.text());
  }

  /** A start is refused with words, or nothing is different. */
  private Outcome started(
      Victim victim, Path file, byte[] whole, byte[] damaged, RandomGenerator random)
      throws Exception {
    Files.write(file, damaged);
    Process process = victim.launch();
    boolean ended =
        Daemons.until(START, () -> !process.isAlive() || Daemons.isReady(process.pid()))
            && !process.isAlive();
    if (!ended) {
      return wentOn(victim, file, whole);
    }
    int exitCode = process.waitFor();
    switch (part) {
      case LOG -> assertThat(exitCode).as(name()).isEqualTo(DAMAGED);
      default -> assertThat(exitCode).as(name()).isIn(1, 2, DAMAGED);
    }
    if (part == Part.LOG && random.nextBoolean() && isAccepted(victim)) {
      victim.lossIsPossible();
    } else {
      Files.write(file, whole);
    }
    victim.start();
    return Outcome.NOTICED;
  }

  /**
   * Pages of commits that were cut off may be in the database already: then nothing but the whole
   * log, or a backup, makes a ledger of it, and the command says so.
   */
  private static boolean isAccepted(Victim victim) throws IOException {
    Daemons.Said said =
        Daemons.holdpoint("ledger", "accept-loss", "--data", victim.data().toString());
    if (said.exitCode() != 0) {
      assertThat(said.text()).contains("cannot continue without the missing commits");
    }
    return said.exitCode() == 0;
  }

  /**
   * A head is told to be damaged and made anew, of a log nobody needed these bytes, and a setting
   * that may stand in the file is one. Those who only launch a daemon do not know where it listens,
   * so it is started once more.
   */
  private Outcome wentOn(Victim victim, Path file, byte[] whole) throws Exception {
    victim.kill();
    if (part == Part.CONFIGURATION) {
      Files.write(file, whole);
    }
    victim.start();
    return Outcome.SURVIVED;
  }

  /** What a key file says, without lines and spaces. */
  private static byte[] key(byte[] file) {
    String text =
        new String(file, StandardCharsets.ISO_8859_1)
            .lines()
            .filter(line -> !line.startsWith("-----"))
            .collect(Collectors.joining());
    return Base64.getMimeDecoder().decode(text);
  }
}
