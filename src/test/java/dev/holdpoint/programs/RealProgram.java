package dev.holdpoint.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A program as npm has it: how it is set up so that it knows no model but the scripted one, and how
 * it is told to do something without a terminal.
 */
enum RealProgram implements ProvenCells.Packaged {
  CLAUDE("@anthropic-ai/claude-code", "@anthropic-ai/claude-code-%s/claude", "Bash") {
    @Override
    void setUp(Path home, String provider, Map<String, String> environment) {
      environment.put("ANTHROPIC_BASE_URL", provider);
      environment.put("ANTHROPIC_API_KEY", "scripted");
      environment.put("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
      environment.put("DISABLE_AUTOUPDATER", "1");
    }

    @Override
    List<String> asked(String prompt) {
      return List.of("-p", prompt);
    }

    @Override
    List<String> askedAgain(String prompt) {
      return List.of("--continue", "-p", prompt);
    }
  },

  CODEX("@openai/codex", "@openai/codex/bin/codex.js", "exec_command") {
    @Override
    void setUp(Path home, String provider, Map<String, String> environment) throws IOException {
      environment.put("OPENAI_API_KEY", "scripted");
      Files.createDirectories(home.resolve(".codex"));
      Files.writeString(
          home.resolve(".codex").resolve("config.toml"),
          """
          model = "scripted"
          model_provider = "scripted"
          [model_providers.scripted]
          name = "scripted"
          base_url = "%s/v1"
          wire_api = "responses"
          env_key = "OPENAI_API_KEY"
          """
              .formatted(provider));
    }

    @Override
    List<String> asked(String prompt) {
      return List.of(
          "exec",
          "--skip-git-repo-check",
          "--dangerously-bypass-approvals-and-sandbox",
          "--dangerously-bypass-hook-trust",
          prompt);
    }

    @Override
    List<String> askedAgain(String prompt) {
      return List.of(
          "exec",
          "resume",
          "--last",
          "--skip-git-repo-check",
          "--dangerously-bypass-approvals-and-sandbox",
          "--dangerously-bypass-hook-trust",
          prompt);
    }

    @Override
    String call(String command) {
      return "CALL exec_command {\"cmd\":\"" + command + "\"}";
    }
  },

  COPILOT("@github/copilot", "@github/copilot-%s/copilot", "bash") {
    @Override
    void setUp(Path home, String provider, Map<String, String> environment) {
      environment.put("COPILOT_OFFLINE", "true");
      environment.put("COPILOT_PROVIDER_BASE_URL", provider + "/v1");
      environment.put("COPILOT_PROVIDER_TYPE", "openai");
      environment.put("COPILOT_MODEL", "scripted");
      environment.put("COPILOT_AUTO_UPDATE", "false");
    }

    @Override
    List<String> asked(String prompt) {
      return List.of("--allow-all-tools", "--no-color", "-p", prompt);
    }

    @Override
    List<String> askedAgain(String prompt) {
      return List.of("--continue", "--allow-all-tools", "--no-color", "-p", prompt);
    }
  },

  GEMINI("@google/gemini-cli", "@google/gemini-cli/bundle/gemini.js", "run_shell_command") {
    @Override
    void setUp(Path home, String provider, Map<String, String> environment) throws IOException {
      environment.put("GEMINI_API_KEY", "scripted");
      environment.put("GOOGLE_GEMINI_BASE_URL", provider);
      // Left to itself it first asks a model which model to ask.
      environment.put("GEMINI_MODEL", "gemini-2.5-flash");
      Path settings = Files.createDirectories(home.resolve(".gemini")).resolve("settings.json");
      Files.writeString(
          settings, "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}}}\n");
    }

    @Override
    List<String> asked(String prompt) {
      return List.of("--approval-mode", "yolo", "--skip-trust", "-p", prompt);
    }

    @Override
    List<String> askedAgain(String prompt) {
      return Stream.concat(Stream.of("--resume", "latest"), asked(prompt).stream()).toList();
    }
  },

  OPENCODE("opencode-ai", "opencode-%s/bin/opencode", "bash") {
    @Override
    void setUp(Path home, String provider, Map<String, String> environment) throws IOException {
      environment.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
      environment.put("OPENCODE_DISABLE_MODELS_FETCH", "1");
      // Where there is a plugin it first looks for a package at npm, for 70 seconds.
      environment.put("npm_config_fetch_retries", "0");
      Path folder = Files.createDirectories(home.resolve(".config").resolve("opencode"));
      Files.writeString(
          folder.resolve("opencode.json"),
          """
          {
            "model": "scripted/m",
            "autoupdate": false,
            "share": "disabled",
            "provider": {
              "scripted": {
                "npm": "@ai-sdk/openai-compatible",
                "options": {"baseURL": "%s/v1", "apiKey": "scripted"},
                "models": {"m": {"name": "m"}}
              }
            }
          }
          """
              .formatted(provider));
    }

    @Override
    List<String> asked(String prompt) {
      return List.of("run", prompt);
    }

    @Override
    List<String> askedAgain(String prompt) {
      return List.of("run", "--continue", prompt);
    }
  },

  QWEN("@qwen-code/qwen-code", "@qwen-code/qwen-code/cli.js", "run_shell_command") {
    @Override
    void setUp(Path home, String provider, Map<String, String> environment) {
      // It takes a proxy for every address.
      environment.keySet().removeIf(name -> name.toLowerCase(Locale.ROOT).endsWith("_proxy"));
      environment.put("OPENAI_API_KEY", "scripted");
      environment.put("OPENAI_BASE_URL", provider + "/v1");
      environment.put("OPENAI_MODEL", "scripted");
    }

    @Override
    List<String> asked(String prompt) {
      return List.of("--auth-type", "openai", "--approval-mode", "yolo", "-p", prompt);
    }

    @Override
    List<String> askedAgain(String prompt) {
      return Stream.concat(Stream.of("--continue"), asked(prompt).stream()).toList();
    }

    @Override
    String call(String command) {
      return "CALL run_shell_command {\"command\":\"" + command + "\",\"is_background\":false}";
    }
  };

  private final String npmPackage;
  private final String file;
  private final String shell;

  RealProgram(String npmPackage, String file, String shell) {
    this.npmPackage = npmPackage;
    this.file = file;
    this.shell = shell;
  }

  /** Its configuration and its variables. */
  abstract void setUp(Path home, String provider, Map<String, String> environment)
      throws IOException;

  /** What follows the program's name when it is to do this and end. */
  abstract List<String> asked(String prompt);

  /** The same in the session that was last in this folder. */
  abstract List<String> askedAgain(String prompt);

  /** A line of a script by which the model wants this command, in which no quotes are. */
  String call(String command) {
    return "CALL %s {\"command\":\"%s\",\"description\":\"d\"}".formatted(shell, command);
  }

  /** What it is called on a command line. */
  String command() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What {@code holdpoint connect} calls it. */
  String connectName() {
    return this == CLAUDE ? "claude-code" : command();
  }

  @Override
  public String npmPackage() {
    return npmPackage;
  }

  /** In the folder of the packages; some are one file for each kind of machine. */
  Path file() {
    return Path.of(file.formatted(Packages.machine()));
  }

  /** Those who would look for something newer, or for a name, find nobody. */
  static Map<String, String> alone() {
    Map<String, String> environment = new TreeMap<>();
    for (String name : List.of("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")) {
      environment.put(name, "http://127.0.0.1:9");
    }
    environment.put("NO_PROXY", "127.0.0.1,localhost");
    environment.put("no_proxy", "127.0.0.1,localhost");
    return environment;
  }
}
