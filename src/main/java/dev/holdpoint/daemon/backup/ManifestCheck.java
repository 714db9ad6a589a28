package dev.holdpoint.daemon.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdpoint.store.Stores;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks every member of a manifest before anything is written. A backup may come from elsewhere:
 * what it says decides which files a daemon finds, and who may read them.
 */
final class ManifestCheck {
  private static final Pattern MODE = Pattern.compile("([r-][w-][x-]){3}");
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern LINE = Pattern.compile("\\P{Cntrl}{1,200}");
  private static final int NAME_BYTES = 255;
  private static final int PATH_BYTES = 4_000;

  /** A machine whose clock is not set yet may restore what another one backed up. */
  private static final long CLOCK_AHEAD_MS = 366L * 86_400_000;

  private final Manifest manifest;
  private final Set<String> files = new HashSet<>();
  private final Set<String> links = new HashSet<>();

  private ManifestCheck(Manifest manifest) {
    this.manifest = manifest;
  }

  /** What is wrong with it; null if nothing is. */
  static @Nullable String fault(Manifest manifest, long nowMs) {
    return new ManifestCheck(manifest).fault(nowMs);
  }

  private @Nullable String fault(long nowMs) {
    if (!isLine(manifest.program())) {
      return "its program is not a version";
    }
    if (manifest.madeAtMs() <= 0 || manifest.madeAtMs() > nowMs + CLOCK_AHEAD_MS) {
      return "its made_at_ms is in the future or not a time";
    }
    Manifest.Ledger ledger = manifest.ledger();
    if (ledger != null
        && (!isLine(ledger.ledgerId()) || ledger.schemaVersion() < 1 || ledger.lastEventId() < 0)) {
      return "its description of the ledger is not valid";
    }
    for (String left : manifest.leftOut()) {
      if (left == null || left.length() > PATH_BYTES) {
        return "a name in its left_out is not valid";
      }
    }
    for (String damage : manifest.damaged()) {
      if (damage == null || damage.length() > PATH_BYTES) {
        return "a line in its damaged is not valid";
      }
    }
    String fault = faultOfLinks();
    fault = fault == null ? faultOfFiles() : fault;
    fault = fault == null ? faultOfFolders() : fault;
    return fault == null && ledger != null && !files.contains(Stores.LEDGER)
        ? "the ledger is missing"
        : fault;
  }

  private @Nullable String faultOfLinks() {
    for (Manifest.Link link : manifest.links()) {
      String fault = faultOfName(link.path());
      if (fault != null) {
        return fault;
      }
      if (!links.add(link.path())) {
        return link.path() + " occurs twice";
      }
      if (link.path().equals(Stores.LEDGER)) {
        return "the ledger is a link";
      }
      if (!isTarget(link.target())) {
        return "the link " + link.path() + " has no target";
      }
    }
    return null;
  }

  private @Nullable String faultOfFiles() {
    for (Manifest.Item item : manifest.files()) {
      String fault = faultOfName(item.path());
      if (fault != null) {
        return fault;
      }
      if (links.contains(item.path()) || !files.add(item.path())) {
        return item.path() + " occurs twice";
      }
      if (item.path().equals(Stores.LEDGER) && manifest.ledger() == null) {
        return "it contains a ledger but is marked as files only";
      }
      if (item.mode() == null || !MODE.matcher(item.mode()).matches()) {
        return "the mode of " + item.path() + " is not of the form rw-------";
      }
      if (item.bytes() < 0) {
        return "the size of " + item.path() + " is negative";
      }
      if (item.sha256() == null || !SHA256.matcher(item.sha256()).matches()) {
        return "the sha256 of " + item.path() + " is not a digest";
      }
    }
    return null;
  }

  /** A link could lead what is restored out of the folder; below a file nothing can be. */
  private @Nullable String faultOfFolders() {
    for (Set<String> names : List.of(files, links)) {
      for (String name : names) {
        for (Path above = Path.of(name).getParent(); above != null; above = above.getParent()) {
          if (links.contains(above.toString())) {
            return name + " is below a link";
          }
          if (files.contains(above.toString())) {
            return name + " is below a file";
          }
        }
      }
    }
    return null;
  }

  private static @Nullable String faultOfName(@Nullable String name) {
    Path plain = path(name);
    if (plain == null
        || Objects.requireNonNull(name).isEmpty()
        || plain.isAbsolute()
        || !plain.normalize().toString().equals(name)
        || plain.startsWith("..")) {
      return "a name leads out of the folder";
    }
    if (name.getBytes(UTF_8).length > PATH_BYTES) {
      return "a name is too long";
    }
    for (Path part : plain) {
      if (part.toString().getBytes(UTF_8).length > NAME_BYTES) {
        return "a name is too long";
      }
    }
    String top = plain.getName(0).toString();
    return Holdings.isOfLivingDaemon(top) || top.equals(Restore.UNFINISHED)
        ? top + " must not be in a backup"
        : null;
  }

  private static boolean isTarget(@Nullable String target) {
    Path path = path(target);
    return path != null
        && !Objects.requireNonNull(target).isEmpty()
        && target.getBytes(UTF_8).length <= PATH_BYTES;
  }

  private static @Nullable Path path(@Nullable String text) {
    try {
      return text == null ? null : Path.of(text);
    } catch (InvalidPathException _) {
      return null;
    }
  }

  private static boolean isLine(@Nullable String text) {
    return text != null && LINE.matcher(text).matches();
  }
}
