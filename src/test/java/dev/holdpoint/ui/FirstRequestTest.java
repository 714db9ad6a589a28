package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.daemon.TypedHere;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An inbox to which nobody has asked anything yet says how an agent comes to ask. */
class FirstRequestTest extends BrowserTest {
  @Override
  boolean isAlone() {
    return true;
  }

  /** What a shell makes of the commands: each as the words that a program gets. */
  private static List<List<String>> words(String commands) throws Exception {
    Process shell =
        new ProcessBuilder("bash", "-c", "holdpoint() { printf '%s\\n' \"$@\" --; }\n" + commands)
            .redirectErrorStream(true)
            .start();
    String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(out).isZero();
    List<List<String>> all = new ArrayList<>(List.of(new ArrayList<>()));
    for (String line : out.lines().toList()) {
      if (line.equals("--")) {
        all.add(new ArrayList<>());
      } else {
        all.getLast().add(line);
      }
    }
    // The last one is what the shell says itself.
    return all.subList(0, all.size() - 1);
  }

  private static String copied(Page page, int way) {
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Copy")).nth(way).click();
    return (String) page.evaluate("() => navigator.clipboard.readText()");
  }

  private TypedHere.Outcome type(List<String> words) {
    Path token = folder().resolve("admin-token");
    return TypedHere.at(address(), token.toString(), words.toArray(String[]::new));
  }

  // PG-47
  @Test
  void PG_47_three_ways_to_connect_work_as_they_stand_until_the_first_request() throws Exception {
    BrowserContext context = context(desktop(), http().token());
    context.grantPermissions(List.of("clipboard-read", "clipboard-write"));
    Page page = page(context, "/ui");
    assertThat(page.getByText("You're all caught up")).isVisible();
    Locator ways = page.locator(".inbox-connect li");
    assertThat(ways).hasCount(3);
    axe(page);
    String claude = copied(page, 0);
    String script = copied(page, 1);
    String program = copied(page, 2);
    assertThat(ways.nth(2)).containsText(address() + "/mcp");

    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Try it")).click();
    Locator rows = page.getByRole(AriaRole.OPTION);
    assertThat(rows).hasCount(1);
    assertThat(rows).containsText("Hello from Holdpoint");
    assertThat(rows).containsText("hello");
    String sample = http().get("/v1/approvals").expect(200).json().at("/0/request/id").asString();
    Asking.decide(http(), sample, "allow");
    assertThat(rows).containsText("allowed by");
    page.reload();
    assertThat(page.getByText("You're all caught up")).isVisible();
    assertThat(page.locator(".inbox-connect")).hasCount(0);

    List<List<String>> typed = words(script);
    assertThat(typed).hasSize(2);
    // The session is there already.
    CompletableFuture<TypedHere.Outcome> asked =
        CompletableFuture.supplyAsync(() -> type(typed.get(1)));
    assertThat(rows).hasCount(1);
    assertThat(rows).containsText("rm -r build");
    String id =
        http().await("/v1/approvals", list -> list.size() == 1).at("/0/request/id").asString();
    Asking.decide(http(), id, "allow");
    assertThat(asked.join().exitCode()).isZero();

    assertThat(curl(program)).contains("\"tool_name\":\"deploy\"");
    assertThat(row(rows, "deploy")).hasCount(1);
    assertThat(words(claude)).containsExactly(List.of("connect", "claude-code", "--write"));
  }

  private static Locator row(Locator rows, String text) {
    return rows.filter(new Locator.FilterOptions().setHasText(Pattern.compile(text)));
  }

  private String curl(String command) throws IOException {
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", command);
    shell.environment().put("HOLDPOINT_TOKEN", http().token());
    try (var out = shell.start().getInputStream()) {
      return new String(out.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
