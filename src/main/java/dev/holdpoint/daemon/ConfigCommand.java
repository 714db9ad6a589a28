package dev.holdpoint.daemon;

import dev.holdpoint.daemon.config.Config;
import dev.holdpoint.daemon.config.Config.InForce;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code holdpoint config show}. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Shows the configuration.",
    footerHeading = "%nExamples:%n",
    footer = "  holdpoint config show",
    subcommands = ConfigCommand.Show.class)
final class ConfigCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      description = "Prints each value in force and its source. Secrets are masked.",
      footerHeading = "%nExamples:%n",
      footer = "  holdpoint config show --config holdpoint.yaml --json")
  static final class Show implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private ConfigFlags flags;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Override
    public Integer call() throws Exception {
      Config config = flags.load();
      PrintWriter out = spec.commandLine().getOut();
      if (json) {
        out.println(json(config));
      } else {
        printTable(config.inForce(), out);
      }
      out.flush();
      return 0;
    }

    private record Answer(@Nullable String file, List<Map<String, @Nullable String>> settings) {}

    private static String json(Config config) {
      List<Map<String, @Nullable String>> settings =
          config.inForce().stream().map(Show::members).toList();
      String file = config.file().map(Object::toString).orElse(null);
      return JsonMapper.shared()
          .writerWithDefaultPrettyPrinter()
          .writeValueAsString(new Answer(file, settings));
    }

    private static Map<String, @Nullable String> members(InForce setting) {
      Map<String, @Nullable String> members = new LinkedHashMap<>();
      members.put("key", setting.key());
      members.put("value", setting.value());
      members.put("from", setting.origin().toString());
      return members;
    }

    private static void printTable(List<InForce> settings, PrintWriter out) {
      int keys = settings.stream().mapToInt(s -> s.key().length()).max().orElse(0);
      int values = settings.stream().mapToInt(s -> shown(s).length()).max().orElse(0);
      for (InForce setting : settings) {
        out.println(
            pad(setting.key(), keys)
                + "  "
                + pad(shown(setting), values)
                + "  "
                + setting.origin());
      }
    }

    private static String shown(InForce setting) {
      String value = setting.value();
      return value == null ? "-" : value;
    }

    private static String pad(String text, int width) {
      return text + " ".repeat(Math.max(0, width - text.length()));
    }
  }
}
