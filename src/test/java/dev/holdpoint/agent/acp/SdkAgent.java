package dev.holdpoint.agent.acp;

import com.agentclientprotocol.sdk.agent.AcpAgent;
import com.agentclientprotocol.sdk.agent.AcpSyncAgent;
import com.agentclientprotocol.sdk.agent.transport.StdioAcpAgentTransport;
import com.agentclientprotocol.sdk.json.AcpJsonMapper;
import com.agentclientprotocol.sdk.spec.AcpSchema;
import dev.holdpoint.agent.mock.MockAgent;
import dev.holdpoint.agent.peer.AgentCommand;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An agent as somebody writes it who has read the first page of the SDK's documentation. */
final class SdkAgent {
  private SdkAgent() {}

  static AgentCommand command() {
    List<String> command = new ArrayList<>(MockAgent.command());
    command.set(command.size() - 1, SdkAgent.class.getName());
    return new AgentCommand("sdk", command, Map.of(), null);
  }

  public static void main(String[] arguments) {
    PrintStream out = System.out;
    System.setOut(System.err);
    AcpSyncAgent agent =
        AcpAgent.sync(new StdioAcpAgentTransport(AcpJsonMapper.createDefault(), System.in, out))
            .initializeHandler(request -> AcpSchema.InitializeResponse.ok())
            .newSessionHandler(
                request -> new AcpSchema.NewSessionResponse(request.cwd(), null, null))
            .promptHandler(
                (request, context) -> {
                  context.sendMessage("Reading. ");
                  String text = context.readFile("notes.txt");
                  if (context.askPermission("Copy the notes")) {
                    context.writeFile("copy.txt", text);
                    context.sendMessage("Copied.");
                  } else {
                    context.sendMessage("Left alone.");
                  }
                  return AcpSchema.PromptResponse.endTurn();
                })
            .build();
    agent.run();
  }
}
