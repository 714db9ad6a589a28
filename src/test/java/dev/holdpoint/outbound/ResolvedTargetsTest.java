package dev.holdpoint.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdpoint.core.session.ReplyHandle;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolvedTargetsTest {
  private static final Credential TOKEN = new Credential("TOKEN", "t");
  private static final Map<String, Connector> CONNECTORS =
      Stream.of(
              connector("http", ConnectorKind.HTTP, null),
              connector("hooks", ConnectorKind.HTTP, null),
              connector("inner", ConnectorKind.HTTP, "http://10.0.0.1:81/in"),
              connector("crm", ConnectorKind.EXTERNAL, "https://crm.example/api/"),
              connector("work", ConnectorKind.SLACK, "https://slack.com/api"),
              connector("slack", ConnectorKind.SLACK, "https://slack.com/api"),
              connector("ops", ConnectorKind.TELEGRAM, "https://api.telegram.org"))
          .collect(Collectors.toMap(Connector::name, Function.identity()));

  private static Connector connector(String name, ConnectorKind kind, @Nullable String base) {
    return new Connector(name, kind, base == null ? null : URI.create(base), TOKEN, null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # plugin | address                                    | way
          http     | {'url':'https://a.example/x?y=1'}          | http → https://a.example/x?y=1 {} checked
          http     | {'url':'https://a.example','headers':{'X-Team':'a'}} | http → https://a.example {X-Team=a} checked
          http     | https://a.example/x                        | http → https://a.example/x {} checked
          hooks    | https://a.example/x                        | hooks → https://a.example/x {} checked
          hooks    | {'url':'https://a.example/x'}              | hooks → https://a.example/x {} checked
          inner    | http://10.0.0.1:81/in/x                    | inner → http://10.0.0.1:81/in/x {} chosen
          inner    | http://10.0.0.1:81/in                      | inner → http://10.0.0.1:81/in {} chosen
          external | {'connector':'crm','route':'tickets/new'}  | crm → https://crm.example/api/tickets/new {} chosen
          external | {'connector':'crm','route':'/tickets'}     | crm → https://crm.example/api/tickets {} chosen
          external | {'connector':'crm','route':'a b/ü?x#y%2e'} | crm → https://crm.example/api/a%20b/%C3%BC%3Fx%23y%252e {} chosen
          crm      | tickets                                    | crm → https://crm.example/api/tickets {} chosen
          slack    | {'connector':'work','channel_id':'C1','team_id':'T1','thread_ts':'1.2'} | work → C1 in 1.2
          slack    | {'connector':'work','channel_id':'C1'}     | work → C1 in null
          slack    | C2                                         | slack → C2 in null
          work     | C3                                         | work → C3 in null
          work     | {'channel_id':'C4','thread_ts':'3.4'}      | work → C4 in 3.4
          telegram | {'connector':'ops','chat_id':-100123,'message_thread_id':4,'reply_to_message_id':5} | ops → -100123 in 4 to 5
          telegram | {'connector':'ops','chat_id':'@news'}      | ops → "@news" in null to null
          ops      | -77                                        | ops → -77 in null to null
          # Nobody of that name, or not of that kind.
          mail     | ada@example.com                            |
          external | {'connector':'nobody','route':'x'}          |
          external | {'connector':'work','route':'x'}            |
          slack    | {'connector':'ops','channel_id':'C1'}       |
          telegram | {'connector':'work','chat_id':1}            |
          external | {'connector':'hooks','url':'https://a.example'} |
          work     | {'connector':'slack','channel_id':'C1'}     |
          http     | {'connector':'inner','url':'http://10.0.0.1:81/in/x'} |
          # Nothing that could be called.
          http     | not a url                                   |
          http     | ftp://a.example/                            |
          http     | https://user:pw@a.example/                  |
          http     | {'url':'https://a.example','headers':{'Authorization':'x'}} |
          hooks    | {'url':'https://a.example','headers':{'X-A':'a\\r\\nX-B: b'}} |
          hooks    | {'url':                                      |
          crm      | ../admin                                    |
          crm      | a/./b                                       |
          crm      | a//b                                        |
          crm      | a/                                          |
          work     | {'channel':'C1'}                            |
          ops      | {'chat_id':1.5}                             |
          ops      | {'chat_id':''}                              |
          # Out of the base that the operator gave.
          inner    | http://10.0.0.1/in/x                        |
          inner    | https://10.0.0.1:81/in/x                    |
          inner    | http://10.0.0.2:81/in/x                     |
          inner    | http://10.0.0.1:81/inside                   |
          inner    | http://10.0.0.1:81/in/../x                  |
          inner    | http://10.0.0.1:81/in/%2E%2e/x              |
          inner    | https://a.example/                          |
          """)
  void a_handle_leads_one_way_or_none(String plugin, String address, @Nullable String way) {
    ResolvedTarget found =
        new ResolvedTargets(CONNECTORS).find(new ReplyHandle(plugin, address.replace('\'', '"')));

    assertThat(found == null ? null : told(found)).isEqualTo(way);
  }

  private static String told(ResolvedTarget way) {
    return way.connector().name()
        + " → "
        + switch (way.destination()) {
          case Destination.Web(URI url, Map<String, String> headers, boolean chosen) ->
              url + " " + headers + (chosen ? " chosen" : " checked");
          case Destination.Channel(String id, String threadTs) -> id + " in " + threadTs;
          case Destination.Chat chat ->
              chat.id() + " in " + chat.threadId() + " to " + chat.replyTo();
        };
  }
}
