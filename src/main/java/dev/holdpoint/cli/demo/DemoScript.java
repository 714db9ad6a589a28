package dev.holdpoint.cli.demo;

/** What the agent of the demo does. Its model is a script; all the rest is what every run has. */
final class DemoScript {
  static final String TEXT =
      """
      #!script
      {"say":"I would like to leave you a greeting. That takes a command, so I have to ask."}
      {"tool":"bash","input":{"command":"echo 'Hello from a run that waited for you.' | tee greeting.txt"}}
      {"say_last_result":true}
      {"ask":{"questions":[{"id":"next","header":"Next","question":"What shall I do with greeting.txt?",\
      "options":[{"id":"keep","label":"Keep it"},{"id":"frame","label":"Frame it","description":"on the wall"}]}]}}
      {"say_last_result":true}
      {"say":"Thank you. That was all."}
      """;

  private DemoScript() {}
}
