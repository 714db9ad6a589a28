package dev.holdpoint.core.policy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An expression as the JSON value {@code stages}: maps, lists, numbers and texts that any JSON
 * writer prints. A stage is {@code {need, within_ms?, unseen_ms?}}, a need {@code {all}}, {@code
 * {any}} or {@code {count, of}}. The last stage also has {@code extend? {for_ms, times}} and {@code
 * ending?}.
 */
public final class ExpressionTree {
  private ExpressionTree() {}

  public static List<Map<String, Object>> of(PolicyExpression expression) {
    List<Map<String, Object>> stages = new ArrayList<>();
    for (Stage stage : expression.stages()) {
      stages.add(stage(stage));
    }
    Map<String, Object> last = stages.getLast();
    Ending.Extension extension = expression.ending().extension();
    if (extension != null) {
      Map<String, Object> more = new LinkedHashMap<>();
      more.put("for_ms", extension.forMs());
      more.put("times", extension.times());
      last.put("extend", more);
    }
    OnExpiry applies = expression.ending().applies();
    if (applies != null) {
      last.put("ending", applies.word());
    }
    return stages;
  }

  private static Map<String, Object> stage(Stage stage) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("need", need(stage.need()));
    if (stage.withinMs() != null) {
      tree.put("within_ms", stage.withinMs());
    }
    if (stage.unseenMs() != null) {
      tree.put("unseen_ms", stage.unseenMs());
    }
    return tree;
  }

  private static Map<String, Object> need(Need need) {
    Map<String, Object> tree = new LinkedHashMap<>();
    switch (need) {
      case Need.All(var parts) ->
          tree.put("all", parts.stream().map(ExpressionTree::need).toList());
      case Need.Any(var parts) ->
          tree.put("any", parts.stream().map(ExpressionTree::need).toList());
      case Need.Of(int count, var who) -> {
        tree.put("count", count);
        tree.put("of", who.stream().map(Term::toString).toList());
      }
    }
    return tree;
  }
}
