package dev.holdpoint.client.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a daemon is and with which token it is called.
 *
 * @param token null when none was found; {@code tokenOrigin} then says where it was looked for
 * @param tokenOrigin where the token is from, for the person whose token is not accepted
 * @param trust whose certificate is taken for the daemon's, where it is called by https
 */
public record DaemonAddress(URI url, @Nullable String token, String tokenOrigin, Trust trust) {
  public static final String DEFAULT_URL = "http://127.0.0.1:4747";

  /** In a data folder: one line, the URL at which the daemon of the folder is called. */
  public static final String FILE = "address";

  private static final Pattern USABLE_TOKEN = Pattern.compile("[!-~]{1,512}");

  public DaemonAddress {
    url = checked(url.toString());
    if (token != null && !USABLE_TOKEN.matcher(token).matches()) {
      throw new IllegalArgumentException(
          "the token from "
              + tokenOrigin
              + " is not valid: it must be up to 512 visible ASCII characters");
    }
  }

  public DaemonAddress(URI url, @Nullable String token, String tokenOrigin) {
    this(url, token, tokenOrigin, new Trust.Usual());
  }

  public static DaemonAddress of(String url, String token) {
    return new DaemonAddress(checked(url), token, "the program");
  }

  /**
   * What a person said, each null where nothing was said.
   *
   * @param environment all variables of the process
   */
  public record Wishes(
      @Nullable String url,
      @Nullable Path tokenFile,
      @Nullable Path caFile,
      @Nullable Path data,
      Map<String, String> environment) {
    public Wishes {
      environment = Map.copyOf(environment);
    }

    public Wishes(
        @Nullable String url,
        @Nullable Path tokenFile,
        @Nullable Path data,
        Map<String, String> environment) {
      this(url, tokenFile, null, data, environment);
    }

    private @Nullable String variable(String name) {
      String value = environment.get(name);
      return value == null || value.isBlank() ? null : value.strip();
    }
  }

  /**
   * The flag wins over the variable, the variable over the address of the daemon that has the data
   * folder open, and that over what it was told.
   *
   * @throws IllegalArgumentException when something that was said cannot be used
   */
  public static DaemonAddress find(Wishes wishes) {
    Path data = wishes.data();
    OwnDaemon own = new OwnDaemon(data == null ? defaultData(wishes) : data, wishes.environment());
    String said = wishes.url() == null ? wishes.variable("HOLDPOINT_URL") : wishes.url();
    URI url = checked(said == null ? own.url() : said);
    Trust trust = trust(wishes, url, said == null || data != null ? own : null);
    Path named = wishes.tokenFile();
    if (named != null) {
      try {
        return new DaemonAddress(url, Files.readString(named).strip(), named.toString(), trust);
      } catch (IOException e) {
        throw new IllegalArgumentException("the token cannot be read from " + named, e);
      }
    }
    String variable = wishes.variable("HOLDPOINT_TOKEN");
    if (variable != null) {
      return new DaemonAddress(url, variable, "HOLDPOINT_TOKEN", trust);
    }
    // The token of the daemon on this machine opens everything there; another machine must not
    // learn it because somebody mistyped an address.
    if (said != null && data == null && !isLoopback(url.getHost())) {
      return new DaemonAddress(
          url, null, "set HOLDPOINT_TOKEN or --token-file for a daemon on another machine", trust);
    }
    OwnDaemon.Key key = own.adminKey();
    return new DaemonAddress(url, key.token(), key.origin(), trust);
  }

  /**
   * @param own the daemon of a data folder, where it is that one that is called
   */
  private static Trust trust(Wishes wishes, URI url, @Nullable OwnDaemon own) {
    if (!"https".equalsIgnoreCase(url.getScheme())) {
      return new Trust.Usual();
    }
    String variable = wishes.variable("HOLDPOINT_CA_FILE");
    Path issuers =
        wishes.caFile() == null && variable != null ? Path.of(variable) : wishes.caFile();
    if (issuers != null) {
      return new Trust.Issuers(issuers);
    }
    Path served = own == null ? null : own.certificate();
    return served == null ? new Trust.Usual() : new Trust.Own(served);
  }

  private static Path defaultData(Wishes wishes) {
    String own = wishes.variable("HOLDPOINT_DATA");
    if (own != null) {
      return Path.of(own);
    }
    String xdg = wishes.variable("XDG_DATA_HOME");
    return xdg != null && Path.of(xdg).isAbsolute()
        ? Path.of(xdg, "holdpoint")
        : Path.of(System.getProperty("user.home", ""), ".local", "share", "holdpoint");
  }

  static URI checked(String text) {
    URI url;
    try {
      url = new URI(text.strip());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(unusable(text), e);
    }
    boolean http = "http".equalsIgnoreCase(url.getScheme());
    if ((!http && !"https".equalsIgnoreCase(url.getScheme()))
        || url.getHost() == null
        || url.getRawUserInfo() != null
        || url.getRawQuery() != null
        || url.getRawFragment() != null) {
      throw new IllegalArgumentException(unusable(text));
    }
    String plain = url.toString();
    return plain.endsWith("/") ? URI.create(plain.substring(0, plain.length() - 1)) : url;
  }

  private static String unusable(String text) {
    return "'" + text + "' is not the URL of a daemon, such as " + DEFAULT_URL;
  }

  private static boolean isLoopback(String host) {
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      // A name is not looked up: whoever answers for it could say 127.0.0.1.
      return host.matches("[0-9.]+|\\[.*]") && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException _) {
      return false;
    }
  }

  /** Records print their members; a token must not end up in a log that way. */
  @Override
  public String toString() {
    return url + " with the token from " + tokenOrigin;
  }
}
