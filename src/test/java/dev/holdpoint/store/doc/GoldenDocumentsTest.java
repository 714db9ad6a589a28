package dev.holdpoint.store.doc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.Golden;
import dev.holdpoint.core.access.Token;
import dev.holdpoint.core.audit.Checkpoint;
import dev.holdpoint.core.audit.ExternalAction;
import dev.holdpoint.core.cluster.Node;
import dev.holdpoint.core.delivery.Delivery;
import dev.holdpoint.core.event.EventGaps;
import dev.holdpoint.core.event.LedgerEvent;
import dev.holdpoint.core.event.Loss;
import dev.holdpoint.core.memory.RunMemory;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.core.record.RecordKind;
import dev.holdpoint.core.record.StoredRecord;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.core.run.RunHead;
import dev.holdpoint.core.run.Step;
import dev.holdpoint.core.session.Mail;
import dev.holdpoint.core.session.Session;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What is stored stays as it is stored: nodes of two versions share a ledger. One line for each
 * kind of document and variant; a class that is renamed or moved changes none of them.
 */
class GoldenDocumentsTest {
  private static final Path GOLDEN = Path.of("src/test/resources/documents/golden.txt");

  /** How a document of a kind is read and written again. */
  private static final Map<String, UnaryOperator<String>> AGAIN = new LinkedHashMap<>();

  private static final String HEAD = Documents.text(FilledRecord.of(RunHead.class, 0));

  private static final List<String> WRITTEN = new ArrayList<>();

  static {
    kind("run", Run.class, Documents::text, text -> Documents.run(text, null));
    kind("run-head", RunHead.class, Documents::text, Documents::runHead);
    kind("run-body", Run.class, Documents::body, text -> Documents.run(text, HEAD));
    kind("session", Session.class, Documents::text, Documents::session);
    kind("token", Token.class, Documents::text, Documents::token);
    kind("mail", Mail.class, Documents::text, Documents::mail);
    kind("delivery", Delivery.class, Documents::text, Documents::delivery);
    kind("content", Delivery.Content.class, Documents::text, Documents::content);
    kind("action", ExternalAction.class, Documents::text, Documents::action);
    kind("checkpoint", Checkpoint.class, Documents::text, Documents::checkpoint);
    kind("memory", RunMemory.class, Documents::text, Documents::memory);
    kind("leaps", EventGaps.class, Documents::text, Documents::leaps);
    kind("loss", Loss.class, Documents::text, Documents::loss);
    kind("card", Node.Card.class, Documents::text, Documents::card);
    shelves().forEach((code, shelf) -> recordKind(code, shelf.type()));
    lists();
  }

  private record Events(List<LedgerEvent> events) {}

  private record Steps(List<Step> steps) {}

  /** Rows of the journal and the steps of a transcript are lists of a sealed type. */
  private static void lists() {
    AGAIN.put(
        "journal",
        text -> {
          JournalDoc read = Documents.journal(text, null);
          Json run = read.run() == null ? null : new Json(Documents.text(read.run()));
          return Documents.text(new JournalDoc.Written(read.sessionId(), run, read.events()));
        });
    AGAIN.put("steps", text -> Documents.text(Documents.steps(text)));
    for (int variant = 0; variant < FilledRecord.variants(Events.class); variant++) {
      List<LedgerEvent> events = FilledRecord.of(Events.class, variant).events();
      Json run = new Json(Documents.text(FilledRecord.of(Run.class, 0)));
      WRITTEN.add(
          "journal "
              + Documents.text(
                  new JournalDoc.Written("session", variant == 0 ? run : null, events)));
    }
    for (int variant = 0; variant < FilledRecord.variants(Steps.class); variant++) {
      WRITTEN.add("steps " + Documents.text(FilledRecord.of(Steps.class, variant).steps()));
    }
  }

  private static <T> void kind(
      String name, Class<T> type, Function<T, String> write, Function<String, T> read) {
    AGAIN.put(name, read.andThen(write)::apply);
    IntStream.range(0, FilledRecord.variants(type))
        .mapToObj(variant -> name + " " + write.apply(FilledRecord.of(type, variant)))
        .forEach(WRITTEN::add);
  }

  private static <T extends StoredRecord> void recordKind(int code, Class<T> type) {
    kind("record-" + code, type, Documents::text, text -> Documents.record(type, text));
  }

  private static Map<Integer, RecordKind<?>> shelves() {
    try {
      Path classes =
          Path.of(StoredRecord.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      Map<Integer, RecordKind<?>> found = new TreeMap<>();
      try (Stream<Path> files = Files.walk(classes.resolve("dev/holdpoint/core"))) {
        for (Path file : files.filter(it -> it.toString().endsWith(".class")).toList()) {
          String name = classes.relativize(file).toString().replace('/', '.');
          Class<?> type = Class.forName(name.substring(0, name.length() - ".class".length()));
          for (Field field : type.getDeclaredFields()) {
            if (field.getType() == RecordKind.class && Modifier.isStatic(field.getModifiers())) {
              RecordKind<?> shelf = (RecordKind<?>) field.get(null);
              assertThat(found.put(shelf.code(), shelf)).as("code %s", shelf.code()).isNull();
            }
          }
        }
      }
      return found;
    } catch (IOException | URISyntaxException | ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void documents_are_written_as_they_always_were() throws IOException {
    Golden.check(GOLDEN, String.join("\n", WRITTEN) + "\n");
  }

  @Test
  void documents_that_were_written_before_are_read_and_written_back_to_the_same_bytes()
      throws IOException {
    for (String line : Files.readAllLines(GOLDEN)) {
      int space = line.indexOf(' ');
      String document = line.substring(space + 1);
      assertThat(Objects.requireNonNull(AGAIN.get(line.substring(0, space))).apply(document))
          .isEqualTo(document);
    }
  }
}
