package dev.holdpoint.cli.run;

import dev.holdpoint.api.json.Wire;
import dev.holdpoint.api.status.RunStatus;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where a run stands, as on the wire. */
final class StatusNames implements ITypeConverter<RunStatus>, Iterable<String> {
  @Override
  public RunStatus convert(String text) {
    return Arrays.stream(RunStatus.values())
        .filter(status -> Wire.name(status).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not a status of a run; use " + String.join(", ", this)));
  }

  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(RunStatus.values()).map(Wire::name).iterator();
  }
}
