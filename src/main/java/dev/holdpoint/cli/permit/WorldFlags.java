package dev.holdpoint.cli.permit;

import dev.holdpoint.api.gate.WorldBodies.PreconditionRequest;
import dev.holdpoint.api.gate.WorldBodies.PreconditionType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What a yes is to depend on: {@code @Mixin WorldFlags}. Requests and redemptions list it in the
 * same order, by kind, so that the order on the line does not matter.
 */
public final class WorldFlags {
  @Option(
      names = "--if-file",
      paramLabel = "FILE",
      description = "only while this file is as it is now; can be repeated")
  private List<Path> files = List.of();

  @Option(
      names = "--if-absent",
      paramLabel = "FILE",
      description = "only while there is no such file; can be repeated")
  private List<Path> absent = List.of();

  @Option(
      names = "--if-git-head",
      paramLabel = "DIR",
      description = "only while this folder has the commit checked out that it has now")
  private List<Path> heads = List.of();

  @Option(
      names = "--if-etag",
      paramLabel = "URL",
      description = "only while the server gives this ETag; the daemon asks it")
  private List<String> urls = List.of();

  @Option(
      names = "--if",
      paramLabel = "NAME=VALUE",
      description = "only while this name has this value; can be repeated")
  private Map<String, String> names = new LinkedHashMap<>();

  /** As they are now; null where nothing was named. */
  public @Nullable List<PreconditionRequest> asked() throws IOException {
    List<PreconditionRequest> all = new ArrayList<>();
    for (Path file : files) {
      all.add(
          new PreconditionRequest(
              PreconditionType.FILE_SHA256,
              shown(file),
              null,
              null,
              Measured.dependable(file),
              null,
              null,
              null));
    }
    for (Path file : absent) {
      all.add(
          new PreconditionRequest(
              PreconditionType.FILE_ABSENT, shown(file), null, null, null, null, null, null));
    }
    for (Path folder : heads) {
      all.add(
          new PreconditionRequest(
              PreconditionType.GIT_HEAD,
              shown(folder),
              null,
              null,
              null,
              Measured.needed(folder, Measured.head(folder)),
              null,
              null));
    }
    for (String url : urls) {
      all.add(
          new PreconditionRequest(
              PreconditionType.HTTP_ETAG, null, url, null, null, null, null, null));
    }
    names.forEach(
        (name, value) ->
            all.add(
                new PreconditionRequest(
                    PreconditionType.FINGERPRINT, null, null, name, null, null, null, value)));
    return all.isEmpty() ? null : all;
  }

  /** The values now, for a redemption; the daemon asks for ETags itself. */
  @Nullable List<String> observed() throws IOException {
    List<String> all = new ArrayList<>();
    for (Path file : files) {
      all.add(Measured.file(file));
    }
    for (Path file : absent) {
      all.add(Measured.file(file));
    }
    for (Path folder : heads) {
      all.add(Measured.head(folder));
    }
    all.addAll(names.values());
    return all.isEmpty() ? null : all;
  }

  private static String shown(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }
}
