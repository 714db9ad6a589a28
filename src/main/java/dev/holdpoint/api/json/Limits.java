package dev.holdpoint.api.json;

/** Every bound on what a caller may send. Lengths are in characters, sizes in entries. */
public final class Limits {
  public static final int BODY_BYTES = 16 * 1024 * 1024;
  public static final int JSON_DEPTH = 64;
  public static final int JSON_MEMBER_NAME = 4_096;
  public static final int JSON_NUMBER = 1_000;
  public static final int JSON_STRING = BODY_BYTES;
  public static final int FAULTS = 100;
  public static final int POINTER = 1_000;

  public static final int SESSION_ID = 200;

  /** No control characters, nothing that a URL path would bend, never a dot segment. */
  public static final String SESSION_ID_PATTERN =
      "^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f-\\u009f/\\\\%;?#]+$";

  public static final String SESSION_ID_RULE =
      "must not be . or .. and must not contain control characters or any of / \\ % ; ? #";

  public static final String PLAIN_PATTERN = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$";
  public static final String PLAIN_RULE = "must not contain control characters";

  public static final int ID = 200;
  public static final int IDEMPOTENCY_KEY = 255;
  public static final int NAME = 200;
  public static final int TOKEN = 8_192;

  /**
   * A text of at most so many characters names something, and may be stored and looked for by
   * itself, where PostgreSQL takes no U+0000. Longer ones are stored escaped, inside a document.
   */
  public static final int NAMING = 255;

  public static final int CONTENT = 4 * 1024 * 1024;

  /** Decisions of one call, each a commit of its own, or all in one. */
  public static final int RESOLUTIONS_EACH = 1_000;

  public static final int RESOLUTIONS_TOGETHER = 100;

  /** Places that an asker lets people change. */
  public static final int EDITABLE = 100;

  public static final int PRECONDITIONS = 20;

  /** What a person says in the place of a tool's result, in characters. */
  public static final int RESPONSE = 65_536;

  public static final int REASON = 16 * 1024;
  public static final int NOTE = 1_000;

  /** What people say to each other about a gate, in characters. */
  public static final int COMMENT = 4_000;

  public static final int SECRETS = 50;
  public static final int SECRET = 64 * 1024;
  public static final int METADATA = 64 * 1024;

  /** As JSON: a word, a number or a small object with a name in it. */
  public static final int CHOICE = 1_000;

  public static final int TOOL_INPUT = 1024 * 1024;
  public static final int INSTRUCTIONS = 64 * 1024;
  public static final int OUTPUT_TOKENS = 10_000_000;
  public static final int BASE64 = BODY_BYTES;
  public static final int FILE_NAME = 255;

  /** A name, not a way to a file: no control characters and no separators. */
  public static final String FILE_NAME_PATTERN = "^[^\\u0000-\\u001f\\u007f-\\u009f/\\\\]+$";

  public static final String FILE_NAME_RULE = "must not contain control characters, / or \\";
  public static final int MEDIA_TYPE = 255;
  public static final String MEDIA_TYPE_PATTERN =
      "^[A-Za-z0-9!#$&^_.+-]{1,127}/[A-Za-z0-9!#$&^_.+-]{1,127}(; ?[ -~]+)?$";
  public static final String MEDIA_TYPE_RULE = "must look like text/plain";
  public static final int BOARD = 256 * 1024;
  public static final int PATH = 4_096;
  public static final int URL = 2_048;
  public static final int DIGEST = 64;
  public static final String SHA256_PATTERN = "^[0-9a-f]{64}$";
  public static final String SHA256_RULE = "must be a lowercase hex SHA-256";

  /** What a runner calls its job: long enough that nobody guesses it. */
  public static final String REDEEMER_KEY_PATTERN = "^[!-~]{16,255}$";

  public static final int REDEEMER_KEY_LEAST = 16;
  public static final String REDEEMER_KEY_RULE = "must have 16 to 255 visible ASCII characters";
  public static final int PERMIT_ERROR = 2_000;
  public static final long PERMIT_MS = 1_000;
  public static final long PERMIT_TTL_MS = 86_400_000;
  public static final long PERMIT_RESULT_MS = 604_800_000;

  public static final int RESOLUTIONS = 1_000;
  public static final int QUESTIONS = 50;
  public static final int OPTIONS = 100;
  public static final int INPUT_ITEMS = 1_000;
  public static final int ATTACHMENTS = 100;
  public static final int COMPLETION_REQUIREMENTS = 50;
  public static final int BINDING_KEYS = 100;
  public static final int REPLY_TARGETS = 20;
  public static final int HEADERS = 50;
  public static final int SCOPE_ENTRIES = 1_000;
  public static final int MEMBERS = 1_000;
  public static final int GROUP_NAME = 100;
  public static final int POLICY_EXPRESSION = 4_000;

  /** Of each list in a policy. */
  public static final int POLICY_ENTRIES = 100;

  public static final int PRUNED_RUNS = 1_000_000_000;
  public static final int NOTIFICATION_EVENTS = 10;

  /** An agent's name and one that it has given. */
  public static final int TOOL_PATTERN = 300;

  public static final int COMMAND_PATTERN = 16 * 1024;

  public static final int TARGET_PATTERN = 8_400;
  public static final int RULE_USES = 1_000_000_000;
  public static final int PREVIEWED_CALLS_DEFAULT = 200;
  public static final int PREVIEWED_CALLS = 1_000;

  public static final int APPROVALS_REQUIRED = 50;
  public static final int SERVICE_KEY_SCOPES = 20;

  /** A key or a signature as text; the longest key has 1 024 bytes. */
  public static final int KEY_TEXT = 2_000;

  /** What an authenticator says of a new credential; without attestation it is far smaller. */
  public static final int ATTESTATION = 8_000;

  public static final int TRANSPORTS = 10;

  public static final String SIGNATURE_PATTERN = "^(hmac-sha256|ed25519|webauthn)$";
  public static final String SIGNATURE_RULE = "must be hmac-sha256, ed25519 or webauthn";
  public static final String ALGORITHM_PATTERN = "^(hmac-sha256|ed25519)$";
  public static final String ALGORITHM_RULE = "must be hmac-sha256 or ed25519";

  /** A point in time as RFC 3339 writes it, with as many digits as anybody uses. */
  public static final int TIME_TEXT = 40;

  /** The shortest time between two runs of a schedule. */
  public static final long INTERVAL_MS = 5_000;

  public static final int LEARNING = 1_600;
  public static final int MEMORY_QUERY = 4_096;
  public static final int MEMORY_RESULTS_DEFAULT = 12;
  public static final int MEMORY_RESULTS = 50;

  /** Has something in it that is no white space. */
  public static final String SAYS_SOMETHING = "^[\\s\\S]*\\S[\\s\\S]*$";

  /** The end of the year 9999, so that every time on the wire is also a four-digit date. */
  public static final long TIME_MS = 253_402_300_799_999L;

  /** Ten years: a wait may be long, but a slipped unit should be noticed. */
  public static final long DURATION_MS = 315_360_000_000L;

  public static final int WAIT_MS = 60_000;

  /** How long a decision may be held. */
  public static final int HOLD_MS = 60_000;

  public static final int TIMEOUT_MS = 600_000;

  /** A day: hooks may wait as long as whoever sets them up likes. */
  public static final int HOOK_WAIT_MS = 86_400_000;

  public static final int HOOK_TOOLS = 2_000;
  public static final int PAGE_DEFAULT = 50;
  public static final int PAGE = 100;

  /** Rows of the inbox, which are small. */
  public static final int INBOX = 500;

  public static final int SEARCH = 200;
  public static final int CURSOR = 1_000;

  private Limits() {}
}
