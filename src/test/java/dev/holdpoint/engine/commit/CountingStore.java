package dev.holdpoint.engine.commit;

import dev.holdpoint.core.event.JournalRow;
import dev.holdpoint.core.run.Run;
import dev.holdpoint.engine.port.store.Cluster;
import dev.holdpoint.engine.port.store.LedgerHead;
import dev.holdpoint.engine.port.store.Queries;
import dev.holdpoint.engine.port.store.Store;
import dev.holdpoint.engine.port.store.Writes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store that knows how much of it was read. */
public final class CountingStore implements Store {
  private final Store store;
  private volatile Runnable beforeRead = () -> {};
  private volatile Runnable afterAnswer = () -> {};
  private int rows;
  private int questions;
  private int mostAtOnce;
  private int questionsOfWriter;

  public CountingStore(Store store) {
    this.store = store;
  }

  public void reset() {
    rows = 0;
    questions = 0;
    mostAtOnce = 0;
    questionsOfWriter = 0;
  }

  public int rows() {
    return rows;
  }

  public int questions() {
    return questions;
  }

  /** How often its transactions were asked, while everybody else waited. */
  public int questionsOfWriter() {
    return questionsOfWriter;
  }

  /** The most runs or journal rows that one question was answered with: these may be large. */
  public int mostAtOnce() {
    return mostAtOnce;
  }

  public void beforeRead(Runnable what) {
    beforeRead = what;
  }

  /** After a question of a reader is answered, and before it goes on. */
  public void afterAnswer(Runnable what) {
    afterAnswer = what;
  }

  @Override
  public <T> T read(Function<Queries, T> query) {
    beforeRead.run();
    return store.read(queries -> query.apply(counted(queries)));
  }

  private Queries counted(Queries queries) {
    return answering(
        queries,
        answer -> {
          Object same = noted(answer);
          afterAnswer.run();
          return same;
        });
  }

  private static Queries answering(Queries queries, UnaryOperator<Object> noting) {
    return (Queries)
        Proxy.newProxyInstance(
            Queries.class.getClassLoader(),
            new Class<?>[] {Queries.class},
            (_, method, args) -> {
              try {
                return noting.apply(method.invoke(queries, args));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private synchronized Object noted(Object answer) {
    questions++;
    Collection<?> list =
        switch (answer) {
          case Queries.RunPage page -> page.runs();
          case Collection<?> some -> some;
          case null, default -> List.of(1);
        };
    rows += list.size();
    if (list.stream().anyMatch(one -> one instanceof Run || one instanceof JournalRow)) {
      mostAtOnce = Math.max(mostAtOnce, list.size());
    }
    return answer;
  }

  @Override
  public String kind() {
    return store.kind();
  }

  @Override
  public String ledgerId() {
    return store.ledgerId();
  }

  @Override
  public Transaction begin() {
    Transaction transaction = store.begin();
    return new Transaction() {
      @Override
      public Queries queries() {
        return answering(
            transaction.queries(),
            answer -> {
              questionsOfWriter++;
              return answer;
            });
      }

      @Override
      public @Nullable LedgerHead head() {
        return transaction.head();
      }

      @Override
      public void write(Writes writes) {
        transaction.write(writes);
      }

      @Override
      public void commit() {
        transaction.commit();
      }

      @Override
      public void close() {
        transaction.close();
      }
    };
  }

  @Override
  public Cluster cluster() {
    return store.cluster();
  }

  @Override
  public int forgetBelow(long key) {
    return store.forgetBelow(key);
  }

  @Override
  public void close() {
    store.close();
  }
}
