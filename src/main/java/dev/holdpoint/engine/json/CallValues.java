package dev.holdpoint.engine.json;

import dev.holdpoint.core.description.CallValue;
import dev.holdpoint.core.record.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The input of a call as its description reads it. */
public final class CallValues {
  private CallValues() {}

  /** What is no object has no members. */
  public static CallValue.Members of(Json input) {
    JsonNode tree;
    try {
      tree = JsonTree.read(input.text());
    } catch (NotJson e) {
      return CallValue.Members.NONE;
    }
    return of(tree) instanceof CallValue.Members members ? members : CallValue.Members.NONE;
  }

  private static CallValue of(JsonNode value) {
    if (value.isObject()) {
      Map<String, CallValue> members = LinkedHashMap.newLinkedHashMap(value.size());
      value.properties().forEach(member -> members.put(member.getKey(), of(member.getValue())));
      return new CallValue.Members(members);
    }
    if (value.isArray()) {
      return new CallValue.Items(value.valueStream().map(CallValues::of).toList());
    }
    if (value.isString()) {
      return new CallValue.Text(value.stringValue());
    }
    return value.isNumber()
        ? new CallValue.Figure(CanonicalJson.of(value))
        : new CallValue.Mark(value.toString());
  }
}
