package dev.holdpoint.api;

import com.fasterxml.jackson.annotation.Nulls;
import dev.holdpoint.api.rule.Strict;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamWriteException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategy;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * The one way from bytes to records and back. Nothing is coerced: what a caller sent is what the
 * type says, or it is refused with the place of the fault.
 */
public final class WireJson {
  private final JsonMapper mapper;
  private final ObjectReader trees;

  private final ClassValue<ObjectReader> readers =
      new ClassValue<>() {
        @Override
        protected ObjectReader computeValue(Class<?> type) {
          return mapper.readerFor(type);
        }
      };

  public WireJson() {
    this(Limits.JSON_DEPTH);
  }

  public WireJson(int maxDepth) {
    mapper = mapper(maxDepth);
    trees = mapper.readerFor(JsonNode.class);
  }

  /** Parses and validates. */
  public <T> T read(byte[] body, Class<T> type) {
    WireText.check(body);
    T value;
    try {
      value = type.cast(readers.get(type).readValue(body));
    } catch (JacksonException e) {
      throw ReadFault.explain(e, type);
    }
    if (value == null) {
      throw ReadFault.notAnObject();
    }
    BodyPlan.check(value);
    return value;
  }

  /** Parses with the same strictness into a tree, for what has no record. */
  public JsonNode tree(byte[] body) {
    WireText.check(body);
    JsonNode tree;
    try {
      tree = trees.readValue(body);
    } catch (JacksonException e) {
      throw ReadFault.explain(e, JsonNode.class);
    }
    if (tree.isMissingNode()) {
      throw InvalidBody.malformed("the body is empty");
    }
    FreeForm.check(tree);
    return tree;
  }

  public JsonNode tree(String text) {
    return tree(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] write(Object value) {
    try {
      return mapper.writeValueAsBytes(value);
    } catch (StreamWriteException e) {
      // Half a surrogate pair in what a tool or a model said. Going by way of a String replaces it,
      // and an answer with a question mark in it beats none.
      return text(value).getBytes(StandardCharsets.UTF_8);
    }
  }

  /** One line: line breaks inside are escaped, so it may stand in a stream frame. */
  public String text(Object value) {
    return mapper.writeValueAsString(value);
  }

  private static JsonMapper mapper(int maxDepth) {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(maxDepth)
                    .maxStringLength(Limits.JSON_STRING)
                    .maxNameLength(Limits.JSON_MEMBER_NAME)
                    .maxNumberLength(Limits.JSON_NUMBER)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    return JsonMapper.builder(factory)
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enumNamingStrategy(new LowerCaseEnums())
        .addHandler(new UnknownMembers())
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        // A double would round what was sent, or turn it into infinity.
        .enable(JsonNodeFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .changeDefaultNullHandling(nulls -> nulls.withContentNulls(Nulls.FAIL))
        .withCoercionConfig(
            LogicalType.Textual,
            text -> {
              text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
              text.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
              text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
            })
        .build();
  }

  /** Newer clients may send members that this daemon does not know yet, except where it matters. */
  private static final class UnknownMembers extends DeserializationProblemHandler {
    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        ValueDeserializer<?> deserializer,
        Object beanOrClass,
        String name) {
      Class<?> type = beanOrClass instanceof Class<?> known ? known : beanOrClass.getClass();
      if (type.isAnnotationPresent(Strict.class)) {
        return false;
      }
      parser.skipChildren();
      return true;
    }
  }

  private static final class LowerCaseEnums implements EnumNamingStrategy {
    @Override
    public String convertEnumToExternalName(
        MapperConfig<?> config, AnnotatedClass type, String name) {
      return name.toLowerCase(Locale.ROOT);
    }
  }
}
