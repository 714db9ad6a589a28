package dev.holdpoint.agent.tool;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.holdpoint.core.json.Json;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.engine.port.Schemas;
import java.util.List;

/**
 * Checks what people write into the forms of agents. Formats count, patterns take bounded time, and
 * nothing is fetched.
 */
public final class FormSchemas implements Schemas {
  private static final int FAULTS = 20;

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
  public List<Fault> faults(Json schema, Json value) {
    try {
      return registry.getSchema(schema.text()).validate(value.text(), InputFormat.JSON).stream()
          .limit(FAULTS)
          .map(FormSchemas::fault)
          .toList();
    } catch (SchemaException | IllegalArgumentException e) {
      // Forms are looked at before they are asked; one that still cannot be used fits nothing.
      return List.of(new Fault("", "cannot be held against the form: its schema is not usable"));
    }
  }

  private static Fault fault(Error error) {
    return new Fault(error.getInstanceLocation().toString(), error.getMessage());
  }
}
