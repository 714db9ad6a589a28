package dev.holdpoint.agent.schema;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import java.util.List;

/**
 * Holds values against schemas that a server has sent. Nothing is fetched, patterns take bounded
 * time, and a schema that would take too long by the references in it is not held against anything:
 * its author checks it.
 */
public final class ForeignSchemas {
  private static final int FAULTS = 20;

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder
                  .schemaCacheEnabled(false)
                  .schemaLoader(loader -> loader.block(_ -> true))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder()
                          .regularExpressionFactory(BoundedPattern::new)
                          .build()));

  private ForeignSchemas() {}

  /** What is wrong with the value; nothing when that cannot be said. */
  public static List<Fault> faults(Json schema, Json value) {
    String text = BoundedSchema.text(schema);
    if (text == null) {
      return List.of();
    }
    try {
      return REGISTRY.getSchema(text).validate(value.text(), InputFormat.JSON).stream()
          .limit(FAULTS)
          .map(ForeignSchemas::fault)
          .toList();
    } catch (SchemaException | IllegalArgumentException | StackOverflowError e) {
      return List.of();
    }
  }

  private static Fault fault(Error error) {
    return new Fault(error.getInstanceLocation().toString(), error.getMessage());
  }
}
