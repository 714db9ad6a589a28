package dev.holdpoint.http.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All files of a page, under one hash of all of them: modules import each other by their place, so
 * that a browser may keep every one for good, and never runs two versions together.
 */
final class Parts {
  private static final int HASH_DIGITS = 16;

  private final SortedMap<String, PagePart> byPath;
  private final String hash;

  private Parts(SortedMap<String, PagePart> byPath) {
    this.byPath = byPath;
    this.hash = hash(byPath.values());
  }

  /** Gathers files from among the resources of the program. */
  static final class Gathering {
    private final SortedMap<String, PagePart> found = new TreeMap<>();

    /** One resource, under a place of its own. */
    Gathering file(String resource, String path) {
      return file(resource, path, UnaryOperator.identity());
    }

    private Gathering file(String resource, String path, UnaryOperator<byte[]> change) {
      try (InputStream in = Parts.class.getResourceAsStream(resource)) {
        if (in == null) {
          throw new IllegalStateException("the program was built without " + resource);
        }
        found.put(path, PagePart.of(path, change.apply(in.readAllBytes())));
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** A file that is made of others. */
    Gathering text(String path, String content) {
      found.put(path, PagePart.of(path, content.getBytes(UTF_8)));
      return this;
    }

    /** Every resource of ours below a folder, in which there is this one. */
    Gathering folder(String folder, String known) {
      for (String path : list(folder, known)) {
        file(
            folder + path,
            path,
            path.endsWith(".js") ? Comments::without : UnaryOperator.identity());
      }
      return this;
    }

    Parts gathered() {
      return new Parts(new TreeMap<>(found));
    }
  }

  private static List<String> list(String folder, String known) {
    URL at = Parts.class.getResource(folder + known);
    if (at == null) {
      throw new IllegalStateException("the program was built without " + folder + known);
    }
    try {
      return at.openConnection() instanceof JarURLConnection jar
          ? listed(jar, folder.substring(1))
          : listed(folderOf(at, known));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The jar is the one that the program runs from: it is shared, and not ours to close. */
  private static List<String> listed(JarURLConnection jar, String prefix) throws IOException {
    return jar.getJarFile().stream()
        .filter(entry -> !entry.isDirectory())
        .map(JarEntry::getName)
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .toList();
  }

  private static List<String> listed(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<String> paths = new ArrayList<>();
      files
          .filter(Files::isRegularFile)
          .forEach(file -> paths.add(folder.relativize(file).toString().replace('\\', '/')));
      return paths;
    }
  }

  private static Path folderOf(URL file, String known) {
    try {
      return Path.of(
          new URI(file.toString().substring(0, file.toString().length() - known.length())));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String hash(Collection<PagePart> parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (PagePart part : parts) {
        digest.update(part.path().getBytes(UTF_8));
        digest.update((byte) 0);
        digest.update(part.file().plain());
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, HASH_DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  String hash() {
    return hash;
  }

  Collection<PagePart> all() {
    return byPath.values();
  }

  @Nullable PagePart at(String path) {
    return byPath.get(path);
  }
}
