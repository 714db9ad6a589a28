package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Script;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What agents write is read as words, lists, code and links, and nothing of it becomes markup. */
class MarkdownTest extends BrowserTest {
  private static String read(String text) {
    return module(functions(), "format/markdown.js", "markdown", text).toString();
  }

  // PG-54
  @Test
  void PG_54_words_lists_code_quotes_and_links_are_read() {
    assertThat(read("# Title #\nOne\nline with **bold `code`** and `a*b`"))
        .isEqualTo(
            "[{\"kind\":\"heading\",\"parts\":[{\"text\":\"Title\"}]},"
                + "{\"kind\":\"words\",\"parts\":[{\"text\":\"One\\nline with \"},"
                + "{\"bold\":[{\"text\":\"bold \"},{\"code\":\"code\"}]},{\"text\":\" and \"},"
                + "{\"code\":\"a*b\"}]}]");
    assertThat(read("- a\n  - b\n\n- c\n3. d"))
        .isEqualTo(
            "[{\"kind\":\"list\",\"ordered\":false,\"start\":1,\"items\":[[%s,{\"kind\":\"list\",\"ordered\":false,\"start\":1,\"items\":[[%s]]}],[%s]]},{\"kind\":\"list\",\"ordered\":true,\"start\":3,\"items\":[[%s]]}]"
                .formatted(words("a"), words("b"), words("c"), words("d")));
    assertThat(read("> q\n```sh\n**no**\n```\nend"))
        .isEqualTo(
            "[{\"kind\":\"quote\",\"blocks\":[%s]},{\"kind\":\"code\",\"language\":\"sh\",\"text\":\"**no**\"},%s]"
                .formatted(words("q"), words("end")));
    assertThat(read("[docs](https://a.example/x) and http://b.example/y."))
        .contains("\"words\":\"docs\",\"href\":\"https://a.example/x\",\"host\":\"a.example\"")
        .contains("\"href\":\"http://b.example/y\",\"host\":\"b.example\"},{\"text\":\".\"}");
  }

  private static String words(String text) {
    return "{\"kind\":\"words\",\"parts\":[{\"text\":\"" + text + "\"}]}";
  }

  // PG-54
  @Test
  void PG_54_what_leads_elsewhere_or_pretends_to_is_text() {
    for (String text :
        List.of(
            "[x](javascript:alert(1))",
            "[x](data:text/html,hi)",
            "[x](//evil.example)",
            "[x](https://bank.example@evil.example/)",
            "[x](https://)",
            "**not closed",
            "`not closed",
            "a ** b ** c")) {
      assertThat(read(text)).isEqualTo("[" + words(text) + "]");
    }
  }

  /** Of twice the length the reading takes twice as long, not four times. */
  // PG-54
  @Test
  void PG_54_hostile_words_are_read_in_a_bounded_number_of_steps() {
    Page page = functions();
    for (String piece :
        List.of(
            "*",
            "**",
            "** ",
            "`",
            "``a",
            "[",
            "[](",
            "> ",
            "- ",
            "h",
            "http://",
            "http://a)",
            "#")) {
      Object read =
          page.evaluate(
              """
                async piece => {
                  const { modules } = await import(document.querySelector('script[type=module]').src);
                  const { markdown } = modules['format/markdown.js'];
                  const text = piece.repeat(Math.ceil(1_048_576 / piece.length));
                  const shown = JSON.stringify(markdown(text)).length;
                  return shown > 0;
                }
                """,
              piece);
      assertThat(read).as(piece).isEqualTo(true);
    }
    String nested =
        IntStream.range(0, 1_000)
            .mapToObj(i -> " ".repeat(i) + "- x")
            .collect(Collectors.joining("\n"));
    assertThat(read(nested)).contains("x").hasSizeLessThan(2 * nested.length());
  }

  // PG-54
  @Test
  void PG_54_the_words_of_an_agent_are_shown_and_nothing_of_them_runs() {
    String session = session();
    park(
        session,
        Script.say("**Bold** <script>document.title='run'</script> [docs](https://docs.example/a)"),
        Script.say("[x](javascript:document.title='run') <img src=x onerror=alert(1)>"),
        Script.say("*".repeat(1_000_000)),
        Script.say("- one\n- two"));
    Page page = open("/ui/sessions/" + session);
    Locator said = page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Transcript"));

    assertThat(said.locator("strong").getByText("Bold")).isVisible();
    assertThat(said).containsText("<script>document.title='run'</script>");
    assertThat(said).containsText("[x](javascript:document.title='run')");
    assertThat(said.locator("li li")).hasCount(2);
    Locator link = said.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("docs"));
    assertThat(link).hasAttribute("rel", "noopener noreferrer nofollow");
    assertThat(said).containsText("(docs.example)");
    assertThat(said.locator("script, img, [onerror]")).hasCount(0);
    assertThat(said).containsText("*".repeat(100));
    axe(page);
  }

  @Test
  void a_session_is_a_conversation_in_which_calls_are_one_line_that_opens() {
    String session = session();
    JsonNode run = park(session, Script.say("I build it."), Script.bash("make all"));
    Page page = open("/ui/sessions/" + session);
    Locator call =
        page.getByRole(AriaRole.LIST, new Page.GetByRoleOptions().setName("Transcript"))
            .getByRole(AriaRole.LISTITEM)
            .filter(new Locator.FilterOptions().setHasText("Run make all"))
            .last();

    assertThat(call.locator("pre")).not().isVisible();
    call.locator("summary").click();
    assertThat(call.locator("pre")).containsText("\"make all\"");
    call.getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName("Review")).click();
    assertThat(page)
        .hasURL(address() + "/ui/approvals/" + http().awaitApproval(run.path("run_id").asString()));
  }
}
