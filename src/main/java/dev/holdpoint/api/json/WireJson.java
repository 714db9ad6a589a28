package dev.holdpoint.api.json;

import com.fasterxml.jackson.annotation.Nulls;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
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
  /** Under this name a parse keeps whether it passed over something. */
  private static final Object PASSED_OVER = AtomicBoolean.class;

  private final JsonMapper mapper;

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
  }

  /** Parses and validates what a caller sent. */
  public <T> T read(byte[] body, Class<T> type) {
    AtomicBoolean passedOver = new AtomicBoolean();
    T value;
    try {
      value = parse(body, type, passedOver);
    } catch (InvalidBody e) {
      // A member of the wrong type is no reason to keep quiet about a slip.
      throw e.malformed() ? e : unknown(body, type).before(e.faults(), e.problem());
    }
    Faults findings = passedOver.get() ? unknown(body, type) : new Faults();
    BodyPlan.check(value, findings);
    findings.throwIfAny();
    return value;
  }

  private Faults unknown(byte[] body, Class<?> type) {
    Faults findings = new Faults();
    if (!UnknownMembers.arePassedOver(type)) {
      try {
        UnknownMembers.find(parse(body, JsonNode.class, new AtomicBoolean()), type, findings);
      } catch (InvalidBody e) {
        // What cannot be a tree could not be a record either, and that is told with its place.
        return findings;
      }
    }
    return findings;
  }

  /** Slips in a body that is read by hand: members that such a record does not know. */
  public static List<Fault> slips(JsonNode body, Class<?> type) {
    Faults findings = new Faults();
    UnknownMembers.find(body, type, findings);
    return findings.all();
  }

  /** Parses what this daemon has stored, whichever version of it. */
  public <T> T stored(String text, Class<T> type) {
    return parse(text.getBytes(StandardCharsets.UTF_8), type, new AtomicBoolean());
  }

  /** Parses with the same strictness into a tree, for what has no record. */
  public JsonNode tree(byte[] body) {
    JsonNode tree = parse(body, JsonNode.class, new AtomicBoolean());
    FreeForm.check(tree);
    return tree;
  }

  public JsonNode tree(String text) {
    return tree(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] write(Object value) {
    return WireText.mend(mapper.writeValueAsBytes(value));
  }

  /** One line: line breaks inside are escaped, so it may stand in a stream frame. */
  public String text(Object value) {
    return new String(write(value), StandardCharsets.UTF_8);
  }

  private <T> T parse(byte[] body, Class<T> type, AtomicBoolean passedOver) {
    WireText.check(body);
    ObjectReader reader = readers.get(type).withAttribute(PASSED_OVER, passedOver);
    try (JsonParser parser = reader.createParser(body)) {
      if (parser.nextToken() == null) {
        throw InvalidBody.malformed("the body is empty");
      }
      T value = type.cast(reader.readValue(parser));
      if (parser.nextToken() != null) {
        throw InvalidBody.malformed("there is text after the end of the JSON value");
      }
      if (value == null) {
        throw ReadFault.of("", "must be an object");
      }
      return value;
    } catch (JacksonException e) {
      throw ReadFault.explain(e, type);
    } catch (NumberFormatException e) {
      // Thrown bare for an exponent that no BigDecimal can hold.
      throw ReadFault.of("", ReadFault.OUT_OF_RANGE);
    }
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
        .addHandler(new PassOver())
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        // Checked by hand above, so that it counts as malformed.
        .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
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

  /** Where they stand is looked up afterwards: while a record is made, its place is not known. */
  private static final class PassOver extends DeserializationProblemHandler {
    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        ValueDeserializer<?> deserializer,
        Object beanOrClass,
        String name) {
      ((AtomicBoolean) context.getAttribute(PASSED_OVER)).set(true);
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
