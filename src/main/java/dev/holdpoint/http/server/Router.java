package dev.holdpoint.http.server;

import dev.holdpoint.api.endpoint.Endpoint;
import dev.holdpoint.api.endpoint.Endpoint.Method;
import dev.holdpoint.api.endpoint.Surface;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoint of a path. A literal segment wins over a parameter; {@code {name...}} at the
 * end takes all remaining segments. Each segment is decoded once and then compared, so no spelling
 * of a path reaches what its plain spelling does not.
 */
public final class Router {
  /** As the Model Context Protocol names what a server of it takes. */
  private static final String MCP_METHODS = "POST, GET";

  private final Node root = new Node();

  /** Refuses a table whose endpoints and handlers do not match one to one. */
  public Router(List<Endpoint> endpoints, Map<String, Handler> handlers) {
    var unused = new TreeSet<>(handlers.keySet());
    for (var endpoint : endpoints) {
      var handler = handlers.get(endpoint.id());
      if (handler == null) {
        throw new IllegalArgumentException("no handler for endpoint " + endpoint.id());
      }
      unused.remove(endpoint.id());
      add(new Route(endpoint, handler, names(endpoint.path())));
    }
    if (!unused.isEmpty()) {
      throw new IllegalArgumentException("handlers without an endpoint: " + unused);
    }
  }

  record Route(Endpoint endpoint, Handler handler, List<String> names) {}

  sealed interface Match {
    record Found(Route route, Map<String, String> parameters) implements Match {}

    record WrongMethod(String allow) implements Match {}

    record Nothing() implements Match {}
  }

  private static final Match NOTHING = new Match.Nothing();

  /** {@code rawPath} is the path as it was sent, still encoded. */
  Match match(String method, String rawPath) {
    var segments = segments(rawPath);
    if (segments == null) {
      return NOTHING;
    }
    var values = new ArrayList<String>(4);
    var node = find(root, segments, 0, values);
    if (node == null) {
      return NOTHING;
    }
    // HEAD is answered as GET; the server leaves the body out.
    var route = node.routes.get(method.equals("HEAD") ? "GET" : method);
    if (route == null) {
      return new Match.WrongMethod(node.allow(method));
    }
    return new Match.Found(route, parameters(route, values));
  }

  private static Map<String, String> parameters(Route route, List<String> values) {
    if (values.isEmpty()) {
      return Map.of();
    }
    var parameters = new HashMap<String, String>();
    for (int i = 0; i < values.size(); i++) {
      parameters.put(route.names().get(i), values.get(i));
    }
    return parameters;
  }

  private static List<String> names(String path) {
    var names = new ArrayList<String>();
    for (String segment : path.split("/", -1)) {
      if (segment.startsWith("{")) {
        names.add(segment.substring(1, segment.length() - (segment.endsWith("...}") ? 4 : 1)));
      }
    }
    return names;
  }

  /** Null when no endpoint can have such a path: empty, dotted, or a slash in disguise. */
  private static @Nullable List<String> segments(String rawPath) {
    if (!rawPath.startsWith("/")) {
      return null;
    }
    var segments = new ArrayList<String>(8);
    int from = 1;
    while (from <= rawPath.length()) {
      int end = rawPath.indexOf('/', from);
      end = end < 0 ? rawPath.length() : end;
      String segment = Percent.decodePath(rawPath.substring(from, end));
      // A slash at the end leads somewhere only where the table says so.
      boolean trailing = segment.isEmpty() && end == rawPath.length();
      if (!trailing && !isUsable(segment)) {
        return null;
      }
      segments.add(segment);
      from = end + 1;
    }
    return segments;
  }

  private static boolean isUsable(String segment) {
    return !segment.isEmpty()
        && !segment.equals(".")
        && !segment.equals("..")
        && segment.indexOf('/') < 0
        && segment.indexOf('\\') < 0
        && segment.indexOf('\0') < 0;
  }

  private static @Nullable Node find(
      Node node, List<String> segments, int at, List<String> values) {
    if (at == segments.size()) {
      return node.routes.isEmpty() ? null : node;
    }
    var literal = node.literals.get(segments.get(at));
    if (literal != null) {
      var found = find(literal, segments, at + 1, values);
      if (found != null) {
        return found;
      }
    }
    if (node.parameter != null && !segments.get(at).isEmpty()) {
      values.add(segments.get(at));
      var found = find(node.parameter, segments, at + 1, values);
      if (found != null) {
        return found;
      }
      values.removeLast();
    }
    if (node.tail != null && !segments.get(at).isEmpty()) {
      values.add(String.join("/", segments.subList(at, segments.size())));
      return node.tail;
    }
    return null;
  }

  private void add(Route route) {
    var node = root;
    for (String segment : route.endpoint().path().substring(1).split("/", -1)) {
      if (segment.endsWith("...}")) {
        node = node.tail = node.tail == null ? new Node() : node.tail;
      } else if (segment.startsWith("{")) {
        node = node.parameter = node.parameter == null ? new Node() : node.parameter;
      } else {
        node = node.literals.computeIfAbsent(segment, _ -> new Node());
      }
    }
    var endpoint = route.endpoint();
    if (node.routes.put(endpoint.method().name(), route) != null) {
      throw new IllegalArgumentException(
          "two endpoints for " + endpoint.method() + " " + endpoint.path());
    }
  }

  private static final class Node {
    final Map<String, Node> literals = new HashMap<>();
    final Map<String, Route> routes = new HashMap<>();
    @Nullable Node parameter;
    @Nullable Node tail;

    String allow(String asked) {
      var any = routes.values().iterator().next().endpoint();
      if (any.surface() == Surface.MCP && !asked.equals("OPTIONS")) {
        return MCP_METHODS;
      }
      var methods = new EnumMap<Method, String>(Method.class);
      for (String method : routes.keySet()) {
        methods.put(Method.valueOf(method), method.equals("GET") ? "GET, HEAD" : method);
      }
      return String.join(", ", methods.values());
    }
  }
}
