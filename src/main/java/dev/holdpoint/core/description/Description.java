package dev.holdpoint.core.description;

import dev.holdpoint.core.rendering.ShownText;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What every surface says about a gate, made once. A pure function of what was asked, in time that
 * grows with the input alone.
 *
 * @param title one line, never JSON, what hides spelled out
 * @param summary what else matters; null where nothing does
 * @param why the asker's own words; null where it said nothing
 * @param facts what the title was made of: strings and numbers
 */
public record Description(
    String title,
    @Nullable String summary,
    @Nullable String why,
    CallKind kind,
    Map<String, Object> facts,
    CallRisk risk) {
  public static final int TITLE = 100;
  public static final int SUMMARY = 300;
  public static final int WHY = 600;

  public Description {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }

  public static Description of(Asked asked) {
    CallShape shape = CallShape.of(asked);
    CallRisks risks = new CallRisks(asked, shape);
    CallWords wording = new CallWords(asked, shape, risks);
    String title = wording.title();
    String summary = wording.summary();
    String why = why(asked);
    return new Description(
        title,
        summary == null || summary.isEmpty() || title.contains(summary) ? null : summary,
        why == null || isSame(why, title) ? null : why,
        shape.kind(),
        wording.facts(),
        risks.risk());
  }

  /**
   * Level and codes alone, for a gate that is being raised.
   *
   * @param place where its path leads, behind links; null where that is not known
   */
  public static RiskNote risk(Asked asked, @Nullable String place) {
    CallRisks risks = new CallRisks(asked, CallShape.of(asked));
    if (place != null) {
      risks.leadsTo(place);
    }
    return risks.risk().note();
  }

  /** The same with the risk that was noted when the gate was raised. */
  public Description as(@Nullable RiskNote noted) {
    return noted == null ? this : new Description(title, summary, why, kind, facts, risk.as(noted));
  }

  private static boolean isSame(String why, String title) {
    String bare = why.endsWith(".") ? why.substring(0, why.length() - 1) : why;
    return bare.equals(title);
  }

  private static @Nullable String why(Asked asked) {
    StockReason stock = StockReason.of(asked.reason(), asked.tool());
    String own = stock == null ? asked.reason() : stock.said();
    return words(own == null || own.isBlank() ? asked.said() : own);
  }

  /** Words of others, as people are shown them: lines stay, what hides is spelled out. */
  public static @Nullable String words(@Nullable String said) {
    if (said == null || said.isBlank()) {
      return null;
    }
    // What is spelled out is longer; a text of many megabytes is not spelled out to be cut.
    String some = said.length() > 4 * WHY ? said.substring(0, 4 * WHY) : said;
    return OneLine.cut(ShownText.spelled(ShownText.of(some)).strip(), WHY);
  }

  /** A name that others chose, in one line; null where there is none. */
  public static @Nullable String name(@Nullable String given) {
    String line = given == null ? "" : OneLine.of(given, TITLE);
    return line.isEmpty() ? null : line;
  }

  /** The first characters of what is said already. */
  public static String cut(String said, int most) {
    return OneLine.cut(said, most);
  }

  /** A line of others' words. */
  public static String line(String text, int most) {
    return OneLine.of(text, most);
  }
}
