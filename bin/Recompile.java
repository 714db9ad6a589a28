import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Brings what Maven has built once up to date after an edit, in seconds. Only files that were edited
 * are compiled, if the shape of their classes (all that another class could have been compiled
 * against) is what it was; else all files are. What it cannot be sure about it leaves to Maven:
 *
 * <pre>
 *   java bin/Recompile.java main         target/classes and target/holdpoint.jar
 *   java bin/Recompile.java main test    target/test-classes as well
 * </pre>
 *
 * A build by Maven writes {@code target/main.stamp} and {@code target/test.stamp}: the files that
 * were there, as old as the beginning of that build. Exits with 0 when all is up to date, with 1 when
 * a source does not compile, and with 3 when Maven has to build.
 */
final class Recompile {
  private static final int BROKEN = 1;
  private static final int ASK_MAVEN = 3;
  private static final Path TARGET = Path.of("target");
  private static final Path JAR = TARGET.resolve("holdpoint.jar");

  /** Sources, and what is made of them. */
  private record Part(String name, String classPath) {
    Path sources() {
      return Path.of("src", name, "java");
    }

    Path resources() {
      return Path.of("src", name, "resources");
    }

    Path classes() {
      return TARGET.resolve(name.equals("main") ? "classes" : "test-classes");
    }

    /** Lists the files as they were when the classes were made; as old as those. */
    Path stamp() {
      return TARGET.resolve(name + ".stamp");
    }

    Set<String> files() throws IOException {
      Set<String> all = new TreeSet<>();
      for (Path root : List.of(sources(), resources())) {
        try (Stream<Path> found = Files.walk(root)) {
          found.filter(Files::isRegularFile).map(Path::toString).forEach(all::add);
        }
      }
      return all;
    }
  }

  private Recompile() {}

  public static void main(String[] args) throws IOException {
    for (String name : args) {
      switch (name) {
        case "main" -> {
          Part main = new Part(name, libraries());
          if (bringUpToDate(main)) {
            writeJar(main);
          }
        }
        case "test" -> bringUpToDate(new Part(name, "target/classes:" + testLibraries()));
        default -> throw new IllegalArgumentException(name);
      }
    }
  }

  private static String libraries() throws IOException {
    try (Stream<Path> jars = Files.list(TARGET.resolve("lib"))) {
      return jars.map(Path::toString).sorted().collect(Collectors.joining(":"));
    }
  }

  private static String testLibraries() throws IOException {
    return Files.readString(TARGET.resolve("test-classpath")).strip();
  }

  /** Tells whether there was anything to do. */
  private static boolean bringUpToDate(Part part) throws IOException {
    if (!Files.exists(part.stamp())) {
      System.exit(ASK_MAVEN);
    }
    FileTime builtAt = Files.getLastModifiedTime(part.stamp());
    // Times of files come from a clock that may be some milliseconds behind.
    FileTime now = FileTime.fromMillis(System.currentTimeMillis() - 20);
    Set<String> files = part.files();
    Set<String> gone = new TreeSet<>(Files.readAllLines(part.stamp()));
    gone.removeAll(files);
    List<Path> edited = new ArrayList<>();
    for (String file : files) {
      if (Files.getLastModifiedTime(Path.of(file)).compareTo(builtAt) >= 0) {
        edited.add(Path.of(file));
      }
    }
    boolean all = shapeChanged(part, builtAt) || gone.stream().anyMatch(Recompile::isSource);
    if (edited.isEmpty() && gone.isEmpty() && !all) {
      return false;
    }
    // A build that is killed from here on leaves no stamp: the next one asks Maven.
    Files.delete(part.stamp());
    for (String resource : gone) {
      Files.deleteIfExists(target(part, Path.of(resource)));
    }
    for (Path file : edited) {
      if (!isSource(file.toString())) {
        Path copy = target(part, file);
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    List<Path> sources = edited.stream().filter(file -> isSource(file.toString())).toList();
    if (all || !sources.isEmpty()) {
      try {
        if (all || !compileAlone(part, sources)) {
          compileAll(part, files);
        }
      } catch (DoesNotCompile e) {
        // Nothing was replaced: what is edited next is compiled together with this.
        stamp(part, files, builtAt);
        System.exit(BROKEN);
      }
    }
    stamp(part, files, now);
    return true;
  }

  /** Whether a class that the tests are compiled against has another shape since. */
  private static boolean shapeChanged(Part part, FileTime since) throws IOException {
    Path mark = TARGET.resolve("main.shape");
    return part.name().equals("test")
        && Files.exists(mark)
        && Files.getLastModifiedTime(mark).compareTo(since) >= 0;
  }

  private static boolean isSource(String file) {
    return file.endsWith(".java");
  }

  private static Path target(Part part, Path resource) {
    return resource.startsWith(part.resources())
        ? part.classes().resolve(part.resources().relativize(resource))
        : part.classes().resolve(part.sources().relativize(resource));
  }

  /** Compiles the edited files; gives false, and changes nothing, where that is not enough. */
  private static boolean compileAlone(Part part, List<Path> sources) throws IOException {
    Path fresh = Files.createTempDirectory(TARGET, "recompiled-");
    try {
      compile(part, sources, fresh, part.classes() + ":" + part.classPath());
      List<Path> made = classes(fresh).stream().map(fresh::relativize).toList();
      Set<Path> before = new TreeSet<>();
      for (Path source : sources) {
        before.addAll(classesOf(part, source));
      }
      for (Path one : made) {
        Path old = part.classes().resolve(one);
        boolean known = before.remove(one);
        if (known ? !shape(old).equals(shape(fresh.resolve(one))) : Files.exists(old)) {
          return false;
        }
      }
      for (Path removed : before) {
        if (!shape(part.classes().resolve(removed)).isEmpty()) {
          return false;
        }
      }
      for (Path removed : before) {
        Files.delete(part.classes().resolve(removed));
      }
      for (Path one : made) {
        Path old = part.classes().resolve(one);
        Files.createDirectories(old.getParent());
        Files.move(fresh.resolve(one), old, StandardCopyOption.REPLACE_EXISTING);
      }
      say("compiled " + sources.size() + (sources.size() == 1 ? " file" : " files"));
      return true;
    } finally {
      delete(fresh);
    }
  }

  private static void compileAll(Part part, Set<String> files) throws IOException {
    List<Path> sources = files.stream().filter(Recompile::isSource).map(Path::of).toList();
    say("what an edited class offers to others has changed: compiling " + sources.size() + " files");
    Path fresh = Files.createTempDirectory(TARGET, "recompiled-");
    try {
      compile(part, sources, fresh, part.classPath() + ":" + part.classes());
      for (Path old : classes(part.classes().resolve("dev"))) {
        Files.delete(old);
      }
      for (Path one : classes(fresh)) {
        Path to = part.classes().resolve(fresh.relativize(one));
        Files.createDirectories(to.getParent());
        Files.move(one, to, StandardCopyOption.REPLACE_EXISTING);
      }
    } finally {
      delete(fresh);
    }
    if (part.name().equals("main")) {
      Files.writeString(TARGET.resolve("main.shape"), "");
    }
  }

  /** The classes that were made of a source: its own, and those within. */
  private static List<Path> classesOf(Part part, Path source) throws IOException {
    Path folder = part.classes().resolve(part.sources().relativize(source).getParent());
    String name = source.getFileName().toString().replace(".java", "");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(
              file -> {
                String own = file.getFileName().toString();
                return own.equals(name + ".class")
                    || own.startsWith(name + "$") && own.endsWith(".class");
              })
          .map(part.classes()::relativize)
          .toList();
    }
  }

  /** All that another source can have been compiled against; empty for a class without a name. */
  private static Set<String> shape(Path file) throws IOException {
    ClassModel model = ClassFile.of().parse(file);
    Set<String> shape = new TreeSet<>();
    if (model.findAttribute(Attributes.enclosingMethod()).isPresent()) {
      return shape;
    }
    shape.add(
        "class %s %s %s"
            .formatted(
                model.flags().flags(),
                model.superclass().map(ClassEntry::asInternalName),
                names(model.interfaces())));
    shape.add("signature " + signature(model));
    // What an annotation says of itself changes how its users are compiled: compile all.
    if (model.flags().has(AccessFlag.ANNOTATION)) {
      shape.add("annotation " + System.nanoTime());
    }
    model
        .findAttribute(Attributes.innerClasses())
        .ifPresent(
            a ->
                a.classes().stream()
                    .filter(inner -> inner.innerClass().equals(model.thisClass()))
                    .forEach(inner -> shape.add("inner " + inner.flags())));
    model
        .findAttribute(Attributes.permittedSubclasses())
        .ifPresent(a -> shape.add("permits " + names(a.permittedSubclasses())));
    for (FieldModel field : model.fields()) {
      if (!hidden(field.flags())) {
        shape.add(
            "field %s %s %s %s %s"
                .formatted(
                    field.flags().flags(),
                    field.fieldName().stringValue(),
                    field.fieldType().stringValue(),
                    signature(field),
                    field
                        .findAttribute(Attributes.constantValue())
                        .map(a -> a.constant().constantValue())));
      }
    }
    for (MethodModel method : model.methods()) {
      if (!hidden(method.flags())) {
        shape.add(
            "method %s %s %s %s %s"
                .formatted(
                    method.flags().flags(),
                    method.methodName().stringValue(),
                    method.methodType().stringValue(),
                    signature(method),
                    method
                        .findAttribute(Attributes.exceptions())
                        .map(a -> names(a.exceptions()))));
      }
    }
    model
        .findAttribute(Attributes.record())
        .ifPresent(
            a ->
                shape.add(
                    "record " + a.components().stream().map(c -> c.name().stringValue()).toList()));
    return shape;
  }

  private static boolean hidden(AccessFlags flags) {
    return flags.has(AccessFlag.PRIVATE) || flags.has(AccessFlag.SYNTHETIC);
  }

  private static List<String> names(List<ClassEntry> classes) {
    return classes.stream().map(ClassEntry::asInternalName).toList();
  }

  private static Optional<String> signature(AttributedElement of) {
    return of.findAttribute(Attributes.signature()).map(a -> a.signature().stringValue());
  }

  private static final class DoesNotCompile extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static void compile(Part part, List<Path> sources, Path to, String classPath)
      throws IOException {
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-proc:none", "-parameters", "-g", "-nowarn", "-cp", classPath, "-d", to.toString());
      var units = manager.getJavaFileObjectsFromPaths(sources);
      if (!javac.getTask(null, manager, null, options, null, units).call()) {
        throw new DoesNotCompile();
      }
    }
  }

  private static List<Path> classes(Path folder) throws IOException {
    try (Stream<Path> found = Files.walk(folder)) {
      return found.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  private static void stamp(Part part, Set<String> files, FileTime at) throws IOException {
    Path draft = TARGET.resolve(part.name() + ".stamp.new");
    Files.write(draft, files);
    Files.setLastModifiedTime(draft, at);
    Files.move(draft, part.stamp(), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Written beside the old one: a daemon that runs keeps that open. */
  private static void writeJar(Part part) throws IOException {
    Manifest manifest;
    try (JarFile old = new JarFile(JAR.toFile())) {
      manifest = old.getManifest();
    }
    if (manifest == null || manifest.getMainAttributes().get(Name.MAIN_CLASS) == null) {
      System.exit(ASK_MAVEN);
    }
    Path draft = TARGET.resolve("holdpoint.jar.new");
    try (OutputStream out = Files.newOutputStream(draft);
        JarOutputStream jar = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(part.classes())) {
      jar.setLevel(1);
      for (Path file : files.sorted().toList()) {
        String name = part.classes().relativize(file).toString();
        if (Files.isDirectory(file)) {
          // Migrations are looked for by the name of their folder, which must be in the jar for that.
          if (!name.isEmpty() && !name.equals("META-INF")) {
            jar.putNextEntry(new JarEntry(name + "/"));
            jar.closeEntry();
          }
        } else if (!name.equals(JarFile.MANIFEST_NAME)) {
          jar.putNextEntry(new JarEntry(name));
          Files.copy(file, jar);
          jar.closeEntry();
        }
      }
    }
    Files.move(draft, JAR, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path emptied, IOException failed)
              throws IOException {
            Files.delete(emptied);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void say(String text) {
    System.err.println("holdpoint: " + text);
  }
}
