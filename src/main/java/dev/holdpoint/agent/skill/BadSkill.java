package dev.holdpoint.agent.skill;

/** The file is no skill; the message says what is wrong with it. */
final class BadSkill extends Exception {
  BadSkill(String message) {
    super(message);
  }
}
