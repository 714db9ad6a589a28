package dev.holdpoint.agent.mcp;

import dev.holdpoint.agent.tool.ToolContext;
import dev.holdpoint.core.record.Json;
import dev.holdpoint.engine.external.Elicitations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A call under way, and what its server asks meanwhile. Its time stands still for people. */
final class InFlight {
  /** A server that asks for ever would keep its call for ever. */
  private static final int MOST_QUESTIONS = 20;

  private final Elicitations.Asking asking;
  private final People people;
  private final ToolContext.PersonWait person;
  private final Lock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final List<CompletableFuture<Json>> asked = new ArrayList<>();
  private boolean over;

  /** The people who are asked; cancelling the future withdraws the question. */
  @FunctionalInterface
  interface People {
    CompletableFuture<Json> ask(Elicitations.Asking asking, ServerInquiry inquiry);
  }

  InFlight(Elicitations.Asking asking, People people, ToolContext.PersonWait person) {
    this.asking = asking;
    this.people = people;
    this.person = person;
  }

  Elicitations.Asking asking() {
    return asking;
  }

  /** Asks people; the result is cancelled when the call is over before anybody has answered. */
  CompletableFuture<Json> ask(ServerInquiry inquiry) throws McpFailure {
    lock.lock();
    try {
      if (over) {
        throw new McpFailure("the call has ended");
      }
      if (asked.size() >= MOST_QUESTIONS) {
        throw new McpFailure("a call may ask at most %d times".formatted(MOST_QUESTIONS));
      }
      CompletableFuture<Json> answer = people.ask(asking, inquiry);
      asked.add(answer);
      var _ = answer.whenComplete((_, _) -> wake());
      news.signalAll();
      return answer;
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      news.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** False when the time is over. */
  boolean await(CompletableFuture<?> answer, Duration timeout) throws InterruptedException {
    var _ = answer.whenComplete((_, _) -> wake());
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (!answer.isDone() && left > 0) {
        if (isPersonAsked()) {
          awaitPeople(answer);
        } else {
          left = news.awaitNanos(left);
        }
      }
      return answer.isDone();
    } finally {
      lock.unlock();
    }
  }

  private boolean isPersonAsked() {
    return asked.stream().anyMatch(answer -> !answer.isDone());
  }

  private void awaitPeople(CompletableFuture<?> answer) throws InterruptedException {
    person.begins();
    try {
      while (!answer.isDone() && isPersonAsked()) {
        news.await();
      }
    } finally {
      person.ends();
    }
  }

  /** Whatever its server still asks is asked in vain. */
  void end() {
    List<CompletableFuture<Json>> open;
    lock.lock();
    try {
      over = true;
      open = List.copyOf(asked);
    } finally {
      lock.unlock();
    }
    open.forEach(answer -> answer.cancel(false));
  }
}
