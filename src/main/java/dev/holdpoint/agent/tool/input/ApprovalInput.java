package dev.holdpoint.agent.tool.input;

import dev.holdpoint.core.gate.Applied;
import dev.holdpoint.core.gate.RequestTerms;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.gate.GateDraft.Deadline;
import dev.holdpoint.engine.gate.Revisions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The input of {@code request_approval}. */
public record ApprovalInput(
    String reason,
    List<Item> requestedItems,
    Deadline deadline,
    RequestTerms terms,
    Revisions.@Nullable Wish revision) {
  static final int MAX_ITEMS = 50;
  private static final int TEXT = 20_000;
  private static final int ALIAS = 64;
  private static final int ID = 200;
  private static final int REPLY = 16_384;

  /** What kind of thing is asked for. */
  public enum ItemKind {
    ACTION,
    SECRET
  }

  /**
   * One thing asked for.
   *
   * @param alias the name under which the approver supplies a secret; null for an action without
   *     one
   */
  public record Item(ItemKind kind, String description, @Nullable String alias) {}

  /** Reads the input, or says what is wrong with it. */
  public static Parsed<ApprovalInput> parse(Json input) {
    return InputFields.parse(
        input,
        fields ->
            new ApprovalInput(
                fields.nonBlank("reason", TEXT),
                items(fields),
                Expiry.relative(fields),
                terms(fields),
                revision(fields)));
  }

  /** What the request revises; null when it says that it revises nothing. */
  private static Revisions.@Nullable Wish revision(InputFields fields) throws CannotDo {
    String revises = fields.optionalText("revises", ID);
    String reply = fields.optionalText("reply", REPLY);
    if (revises == null && reply != null) {
      throw new CannotDo("`reply` belongs to a revision: send `revises` as well.");
    }
    return revises == null ? null : new Revisions.Wish(revises, reply);
  }

  private static RequestTerms terms(InputFields fields) throws CannotDo {
    return new RequestTerms(
        Expiry.ending(fields, Applied.FAIL, Applied.DENY, Applied.CANCEL),
        Expiry.risk(fields),
        null,
        Expiry.late(fields));
  }

  private static List<Item> items(InputFields input) throws CannotDo {
    List<Item> items = new ArrayList<>();
    Set<String> aliases = new HashSet<>();
    for (InputFields fields : input.objects("requested_items", MAX_ITEMS)) {
      Item item =
          new Item(
              kind(fields),
              fields.nonBlank("description", TEXT),
              fields.optionalText("alias", Integer.MAX_VALUE));
      if (item.alias() == null ? item.kind() == ItemKind.SECRET : !isAlias(item.alias())) {
        throw new CannotDo(
            "`%salias` must be 1 to 64 of A-Z, 0-9 and _, and begin with a letter."
                .formatted(fields.where()));
      }
      if (item.alias() != null && !aliases.add(item.alias())) {
        throw new CannotDo("Two requested items have the alias `" + item.alias() + "`.");
      }
      items.add(item);
    }
    return List.copyOf(items);
  }

  private static ItemKind kind(InputFields item) throws CannotDo {
    String kind = item.text("kind", TEXT);
    for (ItemKind known : ItemKind.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(kind)) {
        return known;
      }
    }
    throw new CannotDo("`" + item.where() + "kind` must be action or secret.");
  }

  private static boolean isAlias(String alias) {
    return !alias.isEmpty()
        && alias.length() <= ALIAS
        && alias.charAt(0) >= 'A'
        && alias.charAt(0) <= 'Z'
        && alias
            .chars()
            .allMatch(c -> (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
  }
}
