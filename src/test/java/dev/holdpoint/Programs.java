package dev.holdpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Small programs of this class path that tests start as processes: agents, servers. There are
 * hundreds of starts in a run, so their JVM takes what all of them load from a cache, which is made
 * once: a third of the processor time.
 */
public final class Programs {
  private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private Programs() {}

  /** The words that start {@code main}; it may work in another folder than this JVM. */
  public static List<String> command(Class<?> main, String... arguments) {
    Cache cache = Cache.SHARED;
    List<String> words = new ArrayList<>(List.of(JAVA));
    words.addAll(FLAGS);
    words.addAll(List.of("-XX:AOTCache=" + cache.file, "-XX:AOTMode=auto", "-Xlog:disable"));
    words.addAll(List.of("-cp", cache.libraries + File.pathSeparator + cache.classes));
    words.add(main.getName());
    words.addAll(List.of(arguments));
    return words;
  }

  /**
   * What the programs have in common. The class path is two jars that name all else, since it may
   * have to fit into a setting. A cache takes no folders of classes, so they stand behind what it
   * was made with; that is little, since the JVM opens all of it to find a program's own class.
   */
  private record Cache(Path file, Path libraries, Path classes) {
    static final Cache SHARED = make();

    private static Cache make() {
      // Surefire's own class path is one jar that names the others.
      String classPath =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      List<Path> entries =
          Arrays.stream(classPath.split(File.pathSeparator, -1))
              .filter(entry -> !entry.isEmpty())
              .map(entry -> Path.of(entry).toAbsolutePath())
              .filter(Files::exists)
              .toList();
      Path folder = Path.of(System.getProperty("java.io.tmpdir"), "programs").toAbsolutePath();
      Cache cache =
          new Cache(
              folder.resolve("programs.aot"),
              folder.resolve("libraries.jar"),
              folder.resolve("classes.jar"));
      try {
        Files.createDirectories(folder);
        // Other JVMs with tests may want it at the same time.
        try (FileChannel channel =
                FileChannel.open(
                    folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock _ = channel.lock()) {
          if (!Files.exists(cache.file)) {
            pack(cache.libraries, entries.stream().filter(Cache::isForAll), Training.class);
            pack(
                cache.classes,
                entries.stream()
                    .filter(entry -> !isForAll(entry))
                    .sorted(Comparator.comparing(entry -> !Files.isDirectory(entry))),
                Programs.class);
            cache.train();
          }
        }
        return cache;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static boolean isForAll(Path entry) {
      return entry.getFileName().toString().startsWith("jackson-");
    }

    /** A jar with one class, which leads to the others. */
    private static void pack(Path jar, Stream<Path> others, Class<?> own) throws IOException {
      Manifest manifest = new Manifest();
      Attributes attributes = manifest.getMainAttributes();
      attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
      attributes.put(
          Attributes.Name.CLASS_PATH,
          others.map(other -> relative(jar, other)).collect(Collectors.joining(" ")));
      String name = own.getName().replace('.', '/') + ".class";
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
          InputStream bytes = Programs.class.getClassLoader().getResourceAsStream(name)) {
        out.putNextEntry(new JarEntry(name));
        if (bytes != null) {
          bytes.transferTo(out);
        }
      }
    }

    /** The JVM archives nothing from a jar that is named by a whole URL. */
    private static String relative(Path jar, Path other) {
      String path = Objects.requireNonNull(jar.getParent()).relativize(other).toString();
      return URLEncoder.encode(path, UTF_8).replace("+", "%20").replace("%2F", "/")
          + (Files.isDirectory(other) ? "/" : "");
    }

    /** Programs start without it as well, so a JVM that cannot make it is no fault. */
    private void train() throws IOException {
      Path draft = file.resolveSibling("draft.aot");
      List<String> words = new ArrayList<>(List.of(JAVA));
      words.addAll(FLAGS);
      words.addAll(List.of("-XX:AOTCacheOutput=" + draft, "-cp", libraries.toString()));
      words.add(Training.class.getName());
      Process process =
          new ProcessBuilder(words)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (Files.exists(draft)) {
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.writeString(file, "");
      }
    }
  }

  /** Does what all of them do: reads and writes JSON, line by line, on threads of its own. */
  static final class Training {
    private Training() {}

    public static void main(String[] arguments) throws Exception {
      JsonMapper json = new JsonMapper();
      ObjectNode node = json.createObjectNode().put("a", 1).put("b", "two");
      node.putArray("c").add(json.readTree("{\"x\":[1,2.5,null,true,\"\\u00e9\"]}"));
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    System.out.println(json.writeValueAsString(node));
                    System.out.println(
                        node.at("/c/0/x/1").asString("") + node.path("b").asString());
                  });
      thread.join();
    }
  }
}
