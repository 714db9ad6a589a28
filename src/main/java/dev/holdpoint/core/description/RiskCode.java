package dev.holdpoint.core.description;

import static dev.holdpoint.core.description.RiskLevel.HIGH;
import static dev.holdpoint.core.description.RiskLevel.NORMAL;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What makes a call worth a second look, in the order in which reasons are listed. */
public enum RiskCode {
  DELETE_RECURSIVE(
      HIGH,
      "Deletes files recursively",
      "`rm -r` or `-f`, `find -delete`, `find -exec rm`, `xargs rm`, `git clean -f`"),
  DELETE_REMOTE(
      HIGH,
      "Deletes something on another machine",
      "`kubectl delete`, `terraform destroy`, `aws s3 rm`, `sync --delete`, HTTP `DELETE`"),
  DATABASE_CHANGE(
      HIGH,
      "Changes a database",
      "`DROP`, `TRUNCATE`, `ALTER`, `DELETE` or `UPDATE` in a statement for psql, mysql or"
          + " sqlite3"),
  RUN_FETCHED(
      HIGH, "Runs code that it fetches or decodes", "`curl … | sh`, `bash <(curl …)`, `eval`"),
  OTHER_USER(HIGH, "Runs as another user", "`sudo`, `doas`, `su`, `pkexec`, `runuser`"),
  DISK(HIGH, "Changes a disk or stops the machine", "`mkfs`, `fdisk`, `wipefs`, `shutdown`"),
  DEVICE(HIGH, "Writes to a device", "`dd of=/dev/…`, a redirection to `/dev/…`"),
  RIGHTS(HIGH, "Gives broad permissions", "`chmod 777`, `chmod a+w`"),
  FORCE_PUSH(HIGH, "Overwrites remote history", "`git push --force`, `-f`, `--mirror`, `+branch`"),
  PUBLISH(
      HIGH,
      "Publishes to others",
      "`npm publish`, `cargo publish`, `docker push`, `twine upload`, `gh release create`"),
  UNREVIEWED_APPLY(
      HIGH, "Applies changes without a review", "`terraform apply -auto-approve`, `helm upgrade`"),
  SENSITIVE_PATH(
      HIGH,
      "Touches a sensitive file",
      "`.env*`, `*.pem`, `.ssh/`, `.git/hooks/`, `.github/workflows/`, shell profiles"),
  PATH_OUTSIDE(
      HIGH, "Leads out of its folder", "an absolute path or `..` in the input of a file tool"),
  PLAIN_HTTP(HIGH, "Sends a secret without encryption", "a secret in a request to `http://`"),
  PRIVATE_ADDRESS(
      HIGH, "Calls a private address", "an address that is private or loopback, `localhost`"),
  DESTRUCTIVE_NAME(
      HIGH,
      "The tool's name says that it destroys something",
      "delete, drop, destroy, purge, wipe, truncate or terminate as a word of the name of an MCP or"
          + " other tool"),
  HIDDEN_TEXT(
      HIGH, "Has marks that hide or turn text", "direction marks, controls, and what has no width"),
  UNREADABLE(
      HIGH,
      "Cannot be read",
      "a URL of `http_request` that cannot be read, a command whose parts nest too deeply"),
  WRITES_OUTSIDE(
      NORMAL, "Writes outside its folder", "a redirection to an absolute path, `~` or `..`"),
  SECRET_USED(NORMAL, "Uses a secret", "an alias of the vault"),
  PRODUCTION(NORMAL, "Names production", "prod, production or live as a word"),
  REPLACE_ALL(NORMAL, "Replaces everywhere in the file", "`replace_all` of an edit"),
  LONG_INPUT(NORMAL, "Is long", "a text of more than 60 lines or 6 000 characters"),
  /** At the level that was said. */
  DECLARED(HIGH, "The requester says so", "`risk` of the request"),
  /** At the level that was said. */
  POLICY(HIGH, "A policy says so", "`risk` of the policy that holds");

  private static final Map<String, RiskCode> BY_WIRE =
      Arrays.stream(values())
          .collect(Collectors.toUnmodifiableMap(RiskCode::wire, Function.identity()));

  private final RiskLevel level;
  private final String wire = name().toLowerCase(Locale.ROOT);
  private final String message;
  private final String seenIn;

  RiskCode(RiskLevel level, String message, String seenIn) {
    this.level = level;
    this.message = message;
    this.seenIn = seenIn;
  }

  public RiskLevel level() {
    return level;
  }

  public String message() {
    return message;
  }

  /** Where it is found, for the document that lists them. */
  public String seenIn() {
    return seenIn;
  }

  public boolean isSaid() {
    return this == DECLARED || this == POLICY;
  }

  public String wire() {
    return wire;
  }

  /** Empty for a code that this version has no name for. */
  public static Optional<RiskCode> of(String wire) {
    return Optional.ofNullable(BY_WIRE.get(wire));
  }

  /** The document that lists them all. */
  public static String document() {
    StringBuilder text =
        new StringBuilder(
            """
            # Risk

            Every approval has a risk: `low`, `normal` or `high`, with the reasons for it. It says where to look twice. It is a
            hint and no wall: nothing is allowed because it is low. The level is the highest of its reasons, of the requester's
            own word and of the policy that holds; a policy's `low` turns `normal` into `low`, never a `high`. Level and codes
            are stored when the approval is requested.

            Without a reason a call is `low` if it is a `GET` or `HEAD` without a secret, or a simple `ls`, `cat`, `head`,
            `tail`, `wc`, `grep`, `rg`, `pwd`, `which`, `git status`, `git log`, `git diff` or `git show`, and has no text that
            its tool does not know; else `normal`. Of a command of more than 131 072 characters the first and the last 65 536
            are read. Every command, path and URL in the input is read, whatever the tool takes of it.

            | code | level | says | found in |
            |---|---|---|---|
            """);
    for (RiskCode code : values()) {
      text.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  code.wire(),
                  code.isSaid() ? "as said" : code.level.wire(),
                  code.message,
                  code.seenIn.replace("|", "\\|")));
    }
    return text.toString();
  }
}
