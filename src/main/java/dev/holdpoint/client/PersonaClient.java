package dev.holdpoint.client;

import dev.holdpoint.api.page.PageBodies.Page;
import dev.holdpoint.api.session.DefaultsBodies.PersonaRequest;
import dev.holdpoint.api.session.DefaultsBodies.PersonaView;
import dev.holdpoint.client.http.CallFailed;
import dev.holdpoint.client.http.Connection;
import dev.holdpoint.client.http.PageRequest;
import dev.holdpoint.client.http.RequestPath;

/** Who agents are. */
public final class PersonaClient {
  private static final String PERSONAS = "/v1/personas";
  private static final String PERSONA = PERSONAS + "/{}";

  private final Connection connection;

  PersonaClient(Connection connection) {
    this.connection = connection;
  }

  public PersonaView create(PersonaRequest request) throws CallFailed {
    return connection.postKeyed(RequestPath.of(PERSONAS), request, null, PersonaView.class);
  }

  public Page<PersonaView> page(PageRequest wish) throws CallFailed {
    return connection.page(RequestPath.of(PERSONAS), wish, PersonaView.class);
  }

  public PersonaView find(String personaId) throws CallFailed {
    return connection.get(RequestPath.of(PERSONA, personaId), PersonaView.class);
  }

  public PersonaView replace(String personaId, PersonaRequest request) throws CallFailed {
    return connection.put(RequestPath.of(PERSONA, personaId), request, PersonaView.class);
  }

  /** Sessions that are bound to it keep it as it was. */
  public void remove(String personaId) throws CallFailed {
    connection.delete(RequestPath.of(PERSONA, personaId));
  }
}
