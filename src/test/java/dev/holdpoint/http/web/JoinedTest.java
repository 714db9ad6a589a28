package dev.holdpoint.http.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JoinedTest {
  @Test
  void modules_stand_behind_those_that_they_import_each_once() {
    Map<String, String> sources =
        Map.of(
            "app.js",
            """
            import { html } from 'lit';
            import { said, told as heard } from './parts/said.js';
            import './views/one.js';
            document.body.append(said(heard), html``);
            """,
            "parts/said.js",
            """
            export const told = 'x';
            export function said(text) {
              return text;
            }
            """,
            "views/one.js",
            """
            import { said } from '../parts/said.js';
            const icon = new URL('../icon.svg', import.meta.url);
            class One {}
            export { One };
            said(icon);
            """);
    assertThat(Joined.from("app.js", sources::get))
        .isEqualTo(
            """
            import * as lib0 from 'lit';
            const m0 = (() => {
            const told = 'x';
            function said(text) {
            return text;
            }

            return { told, said };
            })();
            const m1 = (() => {
            const { said } = m0;
            const icon = new URL('../icon.svg', new URL('views/one.js', import.meta.url).href);
            class One {}
            said(icon);

            return { One };
            })();
            const m2 = (() => {
            const { html } = lib0;
            const { said, told: heard } = m0;
            document.body.append(said(heard), html``);

            return {  };
            })();
            export const modules = { 'parts/said.js': m0, 'views/one.js': m1, 'app.js': m2 };
            """);
  }

  @Test
  void a_file_that_comes_later_has_what_those_before_it_have_once() {
    Map<String, String> sources =
        Map.of(
            "app.js",
            "import { said } from './said.js';\nsaid();\n",
            "said.js",
            "export const said = () => {};\n",
            "cards.js",
            "import { said } from './said.js';\nexport const card = said;\n",
            "views.js",
            "import { card } from './cards.js';\nimport { said } from './said.js';\nsaid(card);\n");
    Map<String, String> files =
        Joined.files(
            List.of(
                new Joined.File("page.js", "app.js"),
                new Joined.File("second.js", "cards.js"),
                new Joined.File("third.js", "views.js")),
            sources::get);
    assertThat(files.get("page.js")).isEqualTo(Joined.from("app.js", sources::get));
    assertThat(files.get("second.js"))
        .isEqualTo(
            """
            import { modules as known } from './page.js';
            const m0 = (() => {
            const { said } = known['said.js'];
            const card = said;

            return { card };
            })();
            Object.assign(known, { 'cards.js': m0 });
            """);
    assertThat(files.get("third.js"))
        .startsWith(
            "import { modules as known } from './page.js';\nimport './second.js';\nconst m0 =")
        .contains("const { card } = known['cards.js'];", "const { said } = known['said.js'];")
        .endsWith("Object.assign(known, { 'views.js': m0 });\n");
  }

  /** What would be wrong in a browser, or right today and wrong tomorrow, is not joined at all. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "import './app.js';",
        "import './gone.js';",
        "import lit from 'lit';",
        "import * as lit from 'lit';",
        "export default 1;",
        "export let changes = 1;",
        "export * from 'lit';"
      })
  void what_is_not_understood_is_refused(String line) {
    Map<String, String> sources = Map.of("app.js", line + "\n");
    assertThatThrownBy(() -> Joined.from("app.js", sources::get))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the page's module ");
  }

  @Test
  void lines_lose_their_indentation_and_stay_lines() {
    String source =
        """
        const one = 1

        function two() {
          return `<p>
            ${one}
          </p>`;
        }
        """;
    assertThat(Joined.from("app.js", Map.of("app.js", source)::get))
        .contains("const one = 1\nfunction two() {\nreturn `<p>\n${one}\n</p>`;\n}\n");
  }
}
