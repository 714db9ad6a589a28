package dev.holdpoint.daemon.config;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values in which {@code ${NAME}} stands for a variable of the daemon's own. */
final class References {
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private References() {}

  /**
   * @param key the setting that holds them
   */
  static Map<String, String> resolved(String key, Map<String, String> given, SettingValues settings)
      throws ConfigException {
    Map<String, String> values = new TreeMap<>();
    for (Map.Entry<String, String> entry : given.entrySet()) {
      Matcher references = REFERENCE.matcher(entry.getValue());
      StringBuilder value = new StringBuilder();
      while (references.find()) {
        String wanted = references.group(1);
        String own = settings.variable(wanted).orElse(null);
        if (own == null) {
          throw new ConfigException(
              "%s refers to ${%s}, but that variable is not set; set it, or remove the line"
                  .formatted(key, wanted));
        }
        references.appendReplacement(value, Matcher.quoteReplacement(own));
      }
      values.put(entry.getKey(), references.appendTail(value).toString());
    }
    return values;
  }
}
