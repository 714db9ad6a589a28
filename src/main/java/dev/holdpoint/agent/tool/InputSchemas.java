package dev.holdpoint.agent.tool;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.holdpoint.agent.model.ModelRequest.ToolSpec;
import dev.holdpoint.agent.schema.ForeignSchemas;
import dev.holdpoint.agent.schema.WritablePlaces;
import dev.holdpoint.core.problem.Refusal.Fault;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.port.ToolInputs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks inputs against the schemas that the model was told. Few approvals change an input, so the
 * validator is made when the first one does.
 */
public final class InputSchemas implements ToolInputs {
  private static final int FAULTS = 20;

  private final Map<String, Json> texts;
  private final ToolSource others;
  private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

  public InputSchemas(Tools tools, ToolSource others) {
    this.others = others;
    texts = tools.specs().stream().collect(Collectors.toMap(ToolSpec::name, ToolSpec::inputSchema));
  }

  @Override
  public List<Fault> faults(String tool, Json input) {
    Json text = texts.get(tool);
    if (text == null) {
      Json told = others.inputSchema(tool);
      return told == null ? List.of() : ForeignSchemas.faults(told, input);
    }
    return schemas
        .computeIfAbsent(tool, _ -> compiled(text))
        .validate(input.text(), InputFormat.JSON)
        .stream()
        .limit(FAULTS)
        .map(InputSchemas::fault)
        .toList();
  }

  @Override
  public @Nullable List<String> writable(String tool, Json input) {
    Json told = texts.containsKey(tool) ? texts.get(tool) : others.inputSchema(tool);
    return told == null ? null : WritablePlaces.of(told, input);
  }

  private static Schema compiled(Json text) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(text.text());
  }

  private static Fault fault(Error error) {
    return new Fault(error.getInstanceLocation().toString(), error.getMessage());
  }
}
