package dev.holdpoint.ui;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.holdpoint.acceptance.Staged;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Forms of agents: fields of their types, and the daemon's refusals at the fields. */
class QuestionFormTest extends QuestionPages {
  private static final String FORM =
      """
      {'method':'elicitation/create','params':{'mode':'form','message':'Describe the release.',
       'requestedSchema':{'type':'object','required':['name','days','tags','go'],'properties':{
        'name':{'type':'string','title':'Name','minLength':3,'maxLength':40},
        'days':{'type':'integer','title':'Days','minimum':1,'maximum':30,'default':7},
        'mail':{'type':'string','title':'Contact','format':'email'},
        'site':{'type':'string','title':'Site','format':'uri'},
        'on':{'type':'string','title':'Day','format':'date'},
        'at':{'type':'string','title':'Moment','format':'date-time'},
        'go':{'type':'boolean','title':'Go','description':'Tell everybody?'},
        'tags':{'type':'array','title':'Tags','minItems':2,
                'items':{'type':'string','enum':['fast','slow','blue']}}}}}}
      """
          .replace("\n", "");

  @Test
  // A2-63
  void a_form_has_fields_of_its_types_and_goes_back_in_them() {
    Asked asked = staged(FORM);
    Page page = open(asked.path());

    assertThat(field(page, "Name")).hasAttribute("type", "text");
    assertThat(field(page, "Days")).hasAttribute("type", "number");
    assertThat(field(page, "Days")).hasValue("7");
    assertThat(field(page, "Days")).hasAccessibleDescription("A whole number from 1 to 30.");
    assertThat(field(page, "Contact")).hasAttribute("type", "email");
    assertThat(field(page, "Site")).hasAttribute("type", "url");
    assertThat(field(page, "Day").and(page.getByLabel(Pattern.compile("Day$"))))
        .hasAttribute("type", "date");
    assertThat(field(page, "Moment")).hasAttribute("type", "datetime-local");
    assertThat(
            card(page).getByText("optional").filter(new Locator.FilterOptions().setVisible(true)))
        .hasCount(4);
    assertThat(field(page, "your own answer")).hasCount(0);
    axe(chosen(page));

    field(page, "Name").fill("Ada");
    field(page, "Days").fill("12");
    field(page, "Moment").fill("2026-03-01T09:30");
    radio(page, "No").check();
    checkbox(page, "fast").check();
    checkbox(page, "blue").check();
    button(page, "Answer").click();

    assertThat(end(page)).containsText("Answered by admin");
    JsonNode content =
        JSON.readTree(Staged.said(Staged.ended(http(), asked.run()))).get(0).path("content");
    assertThat(content.path("name").asString()).isEqualTo("Ada");
    assertThat(content.path("days").isInt()).isTrue();
    assertThat(content.path("go").isBoolean()).isTrue();
    assertThat(content.path("tags").toString()).isEqualTo("[\"fast\",\"blue\"]");
    assertThat(content.path("at").asString()).endsWith("Z");
    assertThat(content.has("mail")).isFalse();
  }

  @Test
  @DisplayName("AG-78 a page is shown with all of its address, and opened by a click alone")
  void a_page_is_opened_by_a_click() {
    String url = "https://b\u00fccher.test/a?b=c";
    Asked asked =
        staged(
            "{'method':'elicitation/create','params':{'mode':'url','elicitationId':'e1',"
                + "'message':'Log in.','url':'"
                + url
                + "'}}");
    Page page = open(asked.path());
    List<String> called = new CopyOnWriteArrayList<>();
    Predicate<String> isTheirs = address -> address.contains("bcher-kva.test");
    page.context()
        .route(
            isTheirs,
            route -> {
              called.add(route.request().url());
              route.fulfill(new Route.FulfillOptions().setBody("Welcome"));
            });
    Locator shown = card(page).locator(".q-link");
    Locator link = shown.getByRole(AriaRole.LINK);
    assertThat(shown.locator("bdi")).hasText(url);
    assertThat(shown.locator("bdi strong")).hasText("b\u00fccher.test");
    assertThat(shown).containsText("The host is xn--bcher-kva.test");
    assertThat(link).hasAttribute("rel", "noopener noreferrer");
    axe(chosen(page));
    assertThat(called).isEmpty();
    assertThat(isPending(asked)).isTrue();

    Page opened = page.context().waitForPage(link::click);

    assertThat(end(page)).containsText("Answered by admin");
    assertThat(Staged.said(Staged.ended(http(), asked.run())))
        .isEqualTo("[{\"action\":\"accept\"}]");
    opened.waitForLoadState();
    assertThat(called).hasSize(1);
    opened.close();
    page.context().unroute(isTheirs);
    forgive("request to https://xn--bcher-kva.test/");
  }

  @Test
  void what_the_daemon_refuses_is_said_at_its_fields() {
    Asked asked = staged(FORM);
    Page page = open(asked.path());
    field(page, "Name").fill("Ada");
    field(page, "Days").fill("40");
    field(page, "Contact").fill("nobody");
    radio(page, "Yes").check();
    checkbox(page, "fast").check();

    button(page, "Answer").click();

    assertThat(card(page).getByRole(AriaRole.ALERT))
        .containsText(". The question is still pending; send the answers again.");
    assertThat(field(page, "Days")).isFocused();
    assertThat(field(page, "Days")).hasAttribute("aria-invalid", "true");
    assertThat(field(page, "Days")).hasAccessibleDescription(Pattern.compile(".*30\\. .*30.*"));
    assertThat(field(page, "Contact")).hasAttribute("aria-invalid", "true");
    assertThat(field(page, "Name")).hasAttribute("aria-invalid", "false");
    assertThat(checkbox(page, "fast")).hasAccessibleDescription(Pattern.compile(".*2.*"));
    axe(chosen(page));
    assertThat(isPending(asked)).isTrue();

    // Half a number is no number, and whoever types it does not lose it.
    field(page, "Days").press("Control+a");
    field(page, "Days").pressSequentially("1e");
    field(page, "Contact").fill("");
    checkbox(page, "slow").check();
    button(page, "Answer").click();
    assertThat(card(page).getByText("This answer is incomplete")).isVisible();
    assertThat(field(page, "Days")).isFocused();
    field(page, "Days").pressSequentially("1");
    button(page, "Answer").click();
    assertThat(end(page)).containsText("Answered by admin");
    assertThat(Staged.said(Staged.ended(http(), asked.run()))).contains("\"days\":10");
  }

  @Test
  void what_a_form_is_made_of_follows_from_its_schema() {
    Page page = functions();
    Map<String, List<String>> hints =
        Map.of(
            "{'type':'integer','minimum':0}", List.of("A whole number of at least 0."),
            "{'type':'number','maximum':1.5}", List.of("A number of at most 1.5."),
            "{'type':'string','minLength':0}", List.of(),
            "{'type':'string','minLength':2}", List.of("Takes at least 2 characters."),
            "{'type':'array','minItems':2,'maxItems':2}", List.of("Choose 2 options."),
            "{'type':'string','pattern':'^a+$'}", List.of("Must match ^a+$"));
    hints.forEach(
        (property, said) ->
            assertThat(
                    module(page, "question/schema.js", "hints", value(property))
                        .valueStream()
                        .map(JsonNode::asString))
                .as(property)
                .containsExactlyElementsOf(said));
    assertThat(module(page, "question/moments.js", "momentOf", "nonsense").asString()).isEmpty();
    assertThat(
            module(
                    page,
                    "question/fields.js",
                    "placed",
                    List.of(
                        Map.of(
                            "pointer",
                            "/resolution/answers/1/freeform_answer",
                            "message",
                            "too long"),
                        Map.of("pointer", "/resolution/answers/7", "message", "no such")),
                    List.of(Map.of("question_id", "a"), Map.of("question_id", "b")))
                .toString())
        .isEqualTo("{\"at\":{\"b\":\"too long\"},\"rest\":[\"no such\"]}");
  }

  @Test
  void what_was_answered_so_far_is_filled_in_and_a_draft_goes_before_it() {
    Page page = functions();
    Object request =
        value(
            "{'questions':[{'id':'a','question':'A?','options':[{'id':'x','label':'X'},"
                + "{'id':'y','label':'Y'}],'multi_select':false,'closed':true},"
                + "{'id':'b','question':'B?','options':[],'multi_select':false}],"
                + "'partial_answers':[{'question_id':'a','selected_option_ids':['y']},"
                + "{'question_id':'b','selected_option_ids':[],'freeform_answer':'said'}]}");
    Object fields = map(module(page, "question/fields.js", "fieldsOf", request));

    assertThat(module(page, "question/fields.js", "valuesOf", fields, request).toString())
        .isEqualTo(json("{'a':{'chosen':['y'],'words':''},'b':{'chosen':[],'words':'said'}}"));
    Object draft = value("{'a':{'chosen':['x','gone'],'words':'none'},'b':{'words':'typed'}}");
    assertThat(module(page, "question/fields.js", "valuesOf", fields, request, draft).toString())
        .isEqualTo(json("{'a':{'chosen':['x'],'words':''},'b':{'chosen':[],'words':'typed'}}"));
  }

  private static Object value(String text) {
    return JSON.readValue(json(text), Object.class);
  }

  private static Object map(JsonNode node) {
    return JSON.convertValue(node, Object.class);
  }

  @Test
  void ids_that_every_object_has_are_ids_like_others() {
    Asked asked =
        raise(
            json("{'id':'constructor','question':'Which builder?'}"),
            json("{'id':'__proto__','question':'Which ancestor?'}"));
    Page page = open(asked.path());
    button(page, "Answer").click();
    assertThat(card(page).getByText("Write an answer.")).hasCount(2);
    assertThat(card(page)).not().containsText("function");
    field(page, "Which ancestor?").fill("Eve");
    assertThat(card(page).getByText("Write an answer.")).hasCount(1);
    page.reload();
    assertThat(field(page, "Which builder?")).hasValue("");
    assertThat(field(page, "Which ancestor?")).hasValue("Eve");
    field(page, "Which builder?").fill("Ada");
    button(page, "Answer").click();
    assertThat(end(page)).containsText("Answered by admin");
    assertThat(answers(asked)).contains("Ada").contains("Eve");
  }
}
