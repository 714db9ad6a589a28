package dev.holdpoint.core.description;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a description is made of.
 *
 * @param tool by the asker's own name for it
 * @param command of a shell, where the caller knows it better than the input's shape does
 * @param reason as it is on record
 * @param said what the model said in the turn of the call; null where it said nothing
 * @param items what {@code request_approval} asks for; null for other calls
 * @param folder in which the asker works; null where that is not known
 * @param title the asker's own; null where it has none
 * @param declared the asker's own word for the risk; null where it says nothing
 * @param policy what the policy that holds says of the risk; null where none says anything
 */
public record Asked(
    String tool,
    CallValue.Members input,
    @Nullable String command,
    String reason,
    @Nullable String said,
    @Nullable List<Item> items,
    @Nullable String folder,
    @Nullable String title,
    @Nullable RiskLevel declared,
    @Nullable RiskLevel policy) {
  public Asked {
    items = items == null ? null : List.copyOf(items);
  }

  /** One of several things that are asked for. */
  public record Item(String kind, String description, @Nullable String alias) {}

  /** A call of which nothing but tool and input is known. */
  public static Asked of(String tool, CallValue.Members input) {
    return new Asked(tool, input, null, "", null, null, null, null, null, null);
  }

  /** The same, asked for this reason. */
  public Asked because(String why) {
    return new Asked(tool, input, command, why, said, items, folder, title, declared, policy);
  }
}
