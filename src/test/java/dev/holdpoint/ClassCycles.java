package dev.holdpoint;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which classes know each other in a circle, outermost classes alone: Tarjan's components.
 * ArchUnit's slices list every single circle, of which one hall has millions, and its dependencies
 * leave out types that only a signature names; the constants of a class file leave out nothing.
 */
final class ClassCycles {
  private static final Pattern OURS = Pattern.compile("dev/holdpoint/[\\w/$]+");

  private final Map<String, Set<String>> uses = new TreeMap<>();
  private final Map<String, Integer> number = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<List<String>> found = new ArrayList<>();

  private ClassCycles(Path classes) throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(it -> it.toString().endsWith(".class")).toList()) {
        String name = classes.relativize(file).toString().replace(".class", "");
        Set<String> edges = uses.computeIfAbsent(outermost(name), _ -> new TreeSet<>());
        for (PoolEntry entry : ClassFile.of().parse(file).constantPool()) {
          if (entry instanceof Utf8Entry text) {
            OURS.matcher(text.stringValue())
                .results()
                .map(it -> outermost(it.group()))
                .filter(it -> !it.equals(outermost(name)))
                .forEach(edges::add);
          }
        }
      }
    }
    uses.values().forEach(edges -> edges.retainAll(uses.keySet()));
  }

  /** Two classes and more, the largest circle first. */
  static List<List<String>> of(Path classes) throws IOException {
    ClassCycles cycles = new ClassCycles(classes);
    cycles.uses.keySet().forEach(cycles::visit);
    cycles.found.sort((a, b) -> b.size() - a.size());
    return cycles.found;
  }

  /** The lowest number that is reached from here among what is still open. */
  private int visit(String name) {
    Integer known = number.get(name);
    if (known != null) {
      return open.contains(name) ? known : Integer.MAX_VALUE;
    }
    int own = number.size();
    number.put(name, own);
    open.push(name);
    int lowest = own;
    for (String other : uses.getOrDefault(name, Set.of())) {
      lowest = Math.min(lowest, visit(other));
    }
    if (lowest < own) {
      return lowest;
    }
    List<String> circle = new ArrayList<>();
    while (!circle.contains(name)) {
      circle.add(open.pop());
    }
    if (circle.size() > 1) {
      found.add(circle.stream().sorted().toList());
    }
    return Integer.MAX_VALUE;
  }

  private static String outermost(String name) {
    int dollar = name.indexOf('$');
    return dollar < 0 ? name : name.substring(0, dollar);
  }
}
