package dev.holdpoint.store.doc;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import dev.holdpoint.engine.port.failure.Damaged;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * The records of the core as compact JSON and back. What is null, 0 or an empty list is left out. A
 * field that a document does not have reads as null, empty, 0 or false, in all versions. What is
 * read may be {@link Shorthand}.
 */
public final class Documents {
  private static final String JOURNAL = "row of the journal";
  private static final String RUN_STEPS = "steps of a run";
  private static final JsonMapper MAPPER = mapper();
  private static final DocumentForm<Session> SESSION = form(Session.class);
  private static final DocumentForm<Run> RUN = form(Run.class);
  private static final RecordWriter RUN_BODY = new RecordWriter(Run.class, "head");
  private static final DocumentForm<RunHead> RUN_HEAD = form(RunHead.class);
  private static final DocumentForm<Token> TOKEN = form(Token.class);
  private static final DocumentForm<Mail> MAIL = form(Mail.class);
  private static final DocumentForm<Delivery> DELIVERY = form(Delivery.class);
  private static final DocumentForm<Delivery.Content> CONTENT = form(Delivery.Content.class);
  private static final DocumentForm<ExternalAction> ACTION = form(ExternalAction.class);
  private static final DocumentForm<Checkpoint> CHECKPOINT = form(Checkpoint.class);
  private static final DocumentForm<RunMemory> MEMORY = form(RunMemory.class);
  private static final DocumentForm<EventGaps> LEAPS = form(EventGaps.class);
  private static final DocumentForm<Loss> LOSS = form(Loss.class);
  private static final DocumentForm<Node.Card> CARD = form(Node.Card.class);
  private static final ConcurrentMap<Class<?>, DocumentForm<?>> RECORDS = new ConcurrentHashMap<>();
  private static final DocumentForm<JournalDoc> JOURNAL_ROW =
      new DocumentForm<>(
          JOURNAL, RecordReader.of(JournalDoc.class), () -> MAPPER.readerFor(JournalDoc.class));
  private static final DocumentForm<List<Step>> STEPS =
      new DocumentForm<>(
          RUN_STEPS, RecordReader.ofList(Step.class), () -> MAPPER.readerFor(stepsType()));

  private Documents() {}

  public static String text(Session session) {
    return RecordWriter.text(session);
  }

  public static Session session(String text) {
    return SESSION.value(text);
  }

  public static String text(Run run) {
    return RecordWriter.text(run);
  }

  /** The run without its head, which never changes and is stored once. */
  public static String body(Run run) {
    return RUN_BODY.textOf(run);
  }

  public static String text(RunHead head) {
    return RecordWriter.text(head);
  }

  static RunHead runHead(String text) {
    return RUN_HEAD.value(text);
  }

  /** The same within a row of the journal, whose checksum covers it. */
  public static Json inJournal(String run) {
    return new Json(Checksum.without(run));
  }

  /**
   * @param head null where the text holds it
   * @throws Damaged when neither holds it
   */
  public static Run run(String text, @Nullable String head) {
    try {
      return headed("Run", RUN.value(text), head, text);
    } catch (Damaged e) {
      // Which run it is, its head tells.
      throw head == null ? e : damaged("Run", head);
    }
  }

  /** Names the document by its id, as far as it can be read. */
  public static Damaged damaged(String kind, String text) {
    try {
      return Damaged.document(kind, Shorthand.read(kind, text));
    } catch (Damaged e) {
      return e;
    }
  }

  private static Run headed(String kind, Run run, @Nullable String head, String text) {
    if (!RunHeads.isMissing(run)) {
      return run;
    }
    if (head == null) {
      throw damaged(kind, text);
    }
    return RunHeads.join(runHead(head), run);
  }

  public static String texts(Collection<String> texts) {
    return MAPPER.writeValueAsString(texts);
  }

  public static String text(Token token) {
    return RecordWriter.text(token);
  }

  public static Token token(String text) {
    return TOKEN.value(text);
  }

  public static String text(Mail mail) {
    return RecordWriter.text(mail);
  }

  public static Mail mail(String text) {
    return MAIL.value(text);
  }

  public static String text(RunMemory memory) {
    return RecordWriter.text(memory);
  }

  public static RunMemory memory(String text) {
    return MEMORY.value(text);
  }

  public static String text(Delivery delivery) {
    return RecordWriter.text(delivery);
  }

  public static Delivery delivery(String text) {
    return DELIVERY.value(text);
  }

  public static String text(Delivery.Content content) {
    return RecordWriter.text(content);
  }

  public static Delivery.Content content(String text) {
    return CONTENT.value(text);
  }

  public static String text(ExternalAction action) {
    return RecordWriter.text(action);
  }

  public static ExternalAction action(String text) {
    return ACTION.proven(text);
  }

  public static String text(Checkpoint checkpoint) {
    return RecordWriter.text(checkpoint);
  }

  public static Checkpoint checkpoint(String text) {
    return CHECKPOINT.proven(text);
  }

  public static String text(EventGaps leaps) {
    return RecordWriter.text(leaps);
  }

  public static EventGaps leaps(String text) {
    return LEAPS.value(text);
  }

  public static String text(Loss loss) {
    return RecordWriter.text(loss);
  }

  public static Loss loss(String text) {
    return LOSS.value(text);
  }

  public static String text(Node.Card card) {
    return RecordWriter.text(card);
  }

  public static Node.Card card(String text) {
    return CARD.value(text);
  }

  public static String text(StoredRecord record) {
    return RecordWriter.text(record);
  }

  public static <T extends StoredRecord> T record(Class<T> type, String text) {
    return type.cast(RECORDS.computeIfAbsent(type, Documents::form).value(text));
  }

  public static String text(JournalDoc.Written journal) {
    return RecordWriter.text(journal);
  }

  /**
   * @param head of the run, where the text does not hold it
   */
  public static JournalDoc journal(String text, @Nullable String head) {
    JournalDoc journal = JOURNAL_ROW.value(text);
    Run run = journal.run();
    return run == null
        ? journal
        : new JournalDoc(journal.sessionId(), headed(JOURNAL, run, head, text), journal.events());
  }

  public static String text(List<Step> steps) {
    return RecordWriter.text(steps);
  }

  public static List<Step> steps(String text) {
    return STEPS.value(text);
  }

  private static <T> DocumentForm<T> form(Class<T> type) {
    return new DocumentForm<>(
        type.getSimpleName(), RecordReader.of(type), () -> MAPPER.readerFor(type));
  }

  private static JavaType stepsType() {
    return MAPPER.getTypeFactory().constructCollectionType(List.class, Step.class);
  }

  /**
   * Looks at the types of the hot path, so that the first request need not: a start does it beside
   * the rest.
   */
  public static void prepare() {
    for (DocumentForm<?> form : List.of(SESSION, RUN_HEAD, JOURNAL_ROW, RUN)) {
      form.reader();
    }
    List.of(Session.class, RunHead.class, Run.class, JournalDoc.Written.class, ExternalAction.class)
        .forEach(RecordWriter::prepare);
  }

  /**
   * A lost or changed end takes the checksum with it, and looks like a document of before until it
   * is read.
   *
   * @throws Damaged when it is not what was stored
   */
  @SuppressWarnings("TypeParameterUnusedInFormals") // the reader knows its type
  static <T> T parse(String kind, ObjectReader reader, String text) {
    try {
      return reader.withAttribute(RawJson.DOCUMENT, text).readValue(text);
    } catch (JacksonException e) {
      if (Checksum.check(kind, text)) {
        // It is what was stored: not the disk is at fault but the program.
        throw e;
      }
      throw Damaged.document(kind, text);
    }
  }

  /**
   * Whatever it is of, as far as can be told without knowing.
   *
   * @throws Damaged when it is not what was stored
   */
  public static void check(String kind, String stored) {
    String text = Shorthand.read(kind, stored);
    if (Checksum.check(kind, text)) {
      // As it was written, so it can be read; a tree of a large one would be larger still.
      return;
    }
    try {
      MAPPER.readTree(text);
    } catch (JacksonException _) {
      throw Damaged.document(kind, text);
    }
  }

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  private interface Typed {}

  private static JsonMapper mapper() {
    // What the doors let in must come back out, whatever its size: the limits are theirs.
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();
    JsonMapper.Builder builder =
        JsonMapper.builder(factory)
            .addModule(RawJson.module())
            .addModule(RecordInstantiators.module())
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .changeDefaultVisibility(seen -> seen.withIsGetterVisibility(Visibility.NONE))
            .withConfigOverride(
                List.class,
                list -> list.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .registerSubtypes(TypeNames.all());
    for (Class<?> root : TypeNames.ROOTS) {
      builder.addMixIn(root, Typed.class);
    }
    return builder.build();
  }
}
