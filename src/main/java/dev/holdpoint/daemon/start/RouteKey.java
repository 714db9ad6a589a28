package dev.holdpoint.daemon.start;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.RouteConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The key of a route, read from where it is said to be. One that is not there stops nobody but the
 * route: the daemon has other work to do.
 *
 * @param value null where there is none, or none that can be used
 * @param problem what is wrong and what to do, or null
 */
public record RouteKey(@Nullable String value, @Nullable String problem) {
  private static final Pattern FORM = Pattern.compile("[!-~]{1,512}");
  private static final int LONGEST = 4_096;

  public static RouteKey of(RouteConfig route, Config config) {
    RouteConfig.Key key = route.key();
    String variable = key.variable();
    Path file = key.file();
    if (variable != null) {
      String setting = route.key("api_key_env");
      String value = config.variable(variable).orElse("").strip();
      return value.isEmpty()
          ? wrong(
              "%s names %s, but that variable is not set; set it and restart the daemon",
              setting, variable)
          : checked(value, setting, variable);
    }
    if (file != null) {
      return read(file, route.key("api_key_file"));
    }
    return new RouteKey(key.itself(), null);
  }

  private static RouteKey read(Path file, String setting) {
    try {
      // Whatever else was named by mistake is not read into memory.
      if (Files.size(file) > LONGEST) {
        return wrong("%s names %s, which is too long to be a key", setting, file.toString());
      }
      String value = Files.readString(file, StandardCharsets.UTF_8).strip();
      return value.isEmpty()
          ? wrong(
              "%s names %s, which is empty; put the key there and restart the daemon",
              setting, file.toString())
          : checked(value, setting, file.toString());
    } catch (NoSuchFileException _) {
      return wrong(
          "%s names %s, which does not exist; put the key there and restart the daemon",
          setting, file.toString());
    } catch (IOException _) {
      return wrong(
          "%s names %s, which cannot be read; give the daemon's user read access "
              + "and restart it",
          setting, file.toString());
    }
  }

  private static RouteKey checked(String value, String setting, String where) {
    return FORM.matcher(value).matches()
        ? new RouteKey(value, null)
        : wrong(
            "%s names %s, which must contain only the key: up to 512 visible ASCII characters",
            setting, where);
  }

  private static RouteKey wrong(String what, String setting, String where) {
    return new RouteKey(null, what.formatted(setting, where));
  }

  @Override
  public String toString() {
    return value == null ? "no key" : "a key";
  }
}
