package dev.holdpoint.agent.schema;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.port.JsonSchemas;
import java.util.List;

/**
 * Checks what people write into the forms of agents, and what models answer with where a client
 * wants it in a form. Formats count, patterns and references take bounded time, and nothing is
 * fetched.
 */
public final class FormSchemas implements JsonSchemas {
  private static final int FAULTS = 20;

  /** Schemas are looked at before they are taken; one that still cannot be used fits nothing. */
  private static final List<Fault> UNUSABLE =
      List.of(new Fault("", "cannot be checked: the schema of the form is not usable"));

  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder
                  // Every form has a schema of its own, and most are used once.
                  .schemaCacheEnabled(false)
                  .schemaLoader(loader -> loader.block(_ -> true))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder()
                          .formatAssertionsEnabled(true)
                          .regularExpressionFactory(BoundedPattern::new)
                          .build()));

  @Override
  public boolean isUsable(Json schema) {
    String text = BoundedSchema.text(schema);
    if (text == null) {
      return false;
    }
    try {
      registry.getSchema(text).initializeValidators();
      return true;
    } catch (SchemaException | IllegalArgumentException | StackOverflowError e) {
      return false;
    }
  }

  @Override
  public List<Fault> faults(Json schema, Json value) {
    String text = BoundedSchema.text(schema);
    if (text == null) {
      return UNUSABLE;
    }
    try {
      return registry.getSchema(text).validate(value.text(), InputFormat.JSON).stream()
          .limit(FAULTS)
          .map(FormSchemas::fault)
          .toList();
    } catch (SchemaException | IllegalArgumentException | StackOverflowError e) {
      return UNUSABLE;
    }
  }

  private static Fault fault(Error error) {
    return new Fault(error.getInstanceLocation().toString(), error.getMessage());
  }
}
