package dev.holdpoint.store.postgres;

import dev.holdpoint.engine.port.failure.StoreFailure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where a PostgreSQL database is and how to log in. It is taken apart by hand: {@link java.net.URI}
 * refuses host names with an underscore, and puts the password into its error messages.
 */
record PostgresUrl(
    String host,
    int port,
    String database,
    String user,
    String password,
    Map<String, String> options) {
  private static final String SHAPE = "postgres://user:password@host:port/name";
  private static final List<String> SCHEMES = List.of("postgres://", "postgresql://");
  private static final int PORT = 5432;
  private static final int CONNECT_SECONDS = 10;

  /** Longer than any commit; shorter than a person waits before pulling the plug. */
  private static final int SOCKET_SECONDS = 60;

  /** What a URL may set; everything else is ours to set, or would change what we rely on. */
  private static final List<String> OPTIONS =
      List.of("sslmode", "sslrootcert", "sslcert", "sslkey");

  static PostgresUrl parse(String url) {
    String scheme =
        SCHEMES.stream()
            .filter(url::startsWith)
            .findFirst()
            .orElseThrow(() -> new StoreFailure("the database URL must have the form " + SHAPE));
    String rest = url.substring(scheme.length());
    int query = rest.indexOf('?');
    String options = query < 0 ? "" : rest.substring(query + 1);
    String place = query < 0 ? rest : rest.substring(0, query);
    int slash = place.lastIndexOf('/');
    String authority = slash < 0 ? place : place.substring(0, slash);
    String database = slash < 0 ? "" : decoded(place.substring(slash + 1));
    int at = authority.lastIndexOf('@');
    String login = at < 0 ? "" : authority.substring(0, at);
    String address = authority.substring(at + 1);
    int colon = login.indexOf(':');
    String user = decoded(colon < 0 ? login : login.substring(0, colon));
    String password = colon < 0 ? "" : decoded(login.substring(colon + 1));
    int portColon = address.indexOf(':', address.lastIndexOf(']') + 1);
    String host = decoded(portColon < 0 ? address : address.substring(0, portColon));
    if (host.isEmpty() || user.isEmpty() || database.isEmpty()) {
      throw new StoreFailure("the database URL has no host, user or name; its form is " + SHAPE);
    }
    int port = portColon < 0 ? PORT : port(address.substring(portColon + 1));
    return new PostgresUrl(host, port, database, user, password, options(options));
  }

  private static int port(String text) {
    if (!text.matches("[0-9]{1,5}")
        || Integer.parseInt(text) == 0
        || Integer.parseInt(text) > 0xFFFF) {
      throw new StoreFailure("the database URL has an invalid port: " + SHAPE);
    }
    return Integer.parseInt(text);
  }

  private static Map<String, String> options(String query) {
    Map<String, String> options = new TreeMap<>();
    for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
      if (!OPTIONS.contains(name)) {
        throw new StoreFailure(
            "the database URL has the unknown option %s; the options are %s"
                .formatted(name, String.join(", ", OPTIONS)));
      }
      options.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return options;
  }

  private static String decoded(String text) {
    try {
      // The decoder is one for forms, where a plus is a space.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      // Neither the text nor the cause goes on: it may be the password.
      throw new StoreFailure("the database URL has a % that is not followed by two hex digits");
    }
  }

  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {host});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName(database);
    source.setUser(user);
    source.setPassword(password);
    source.setApplicationName("holdpoint");
    source.setConnectTimeout(CONNECT_SECONDS);
    source.setSocketTimeout(SOCKET_SECONDS);
    source.setTcpKeepAlive(true);
    source.setReWriteBatchedInserts(true);
    try {
      for (Map.Entry<String, String> option : options.entrySet()) {
        source.setProperty(option.getKey(), option.getValue());
      }
    } catch (SQLException e) {
      throw new StoreFailure("the database URL has an invalid option: " + e.getMessage(), e);
    }
    return source;
  }

  @Override
  public String toString() {
    return "postgres://" + user + ":***@" + host + ":" + port + "/" + database;
  }
}
