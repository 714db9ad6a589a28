package dev.holdpoint.blackbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Who may call what, and what a repeated call does: written down by a person for every operation,
 * apart from the code that enforces it. A new endpoint gets its line here before it is let in.
 */
final class Expectations {
  static final List<String> CALLERS = List.of("admin", "operator", "agent", "viewer", "nobody");

  /**
   * {@code repeat}: a read changes nothing, a key makes it safe, it is harmless by nature, or each
   * call makes another one.
   */
  private static final String TABLE =
      """
      operation                 admin operator agent viewer nobody  repeat
      createSession             yes   yes      yes   no     no      keyed
      listSessions              yes   yes      yes   yes    no      read
      getSession                yes   yes      yes   yes    no      read
      submitInput               yes   yes      yes   no     no      keyed
      submitRun                 yes   yes      yes   no     no      keyed
      interruptSession          yes   yes      no    no     no      keyed
      endSession                yes   yes      no    no     no      natural
      shareSession              yes   yes      no    no     no      natural
      createPersona             yes   yes      no    no     no      keyed
      listPersonas              yes   yes      yes   yes    no      read
      getPersona                yes   yes      yes   yes    no      read
      replacePersona            yes   yes      no    no     no      natural
      removePersona             yes   yes      no    no     no      natural
      getReplyTargets           yes   yes      yes   yes    no      read
      setPersona                yes   yes      no    no     no      natural
      putPersona                yes   yes      no    no     no      natural
      clearPersona              yes   yes      no    no     no      natural
      setCapabilityScope        yes   yes      no    no     no      natural
      putCapabilityScope        yes   yes      no    no     no      natural
      clearCapabilityScope      yes   yes      no    no     no      natural
      setCredentialScope        yes   yes      no    no     no      natural
      putCredentialScope        yes   yes      no    no     no      natural
      clearCredentialScope      yes   yes      no    no     no      natural
      setRoutePolicy            yes   yes      no    no     no      natural
      putRoutePolicy            yes   yes      no    no     no      natural
      clearRoutePolicy          yes   yes      no    no     no      natural
      setReplyTargets           yes   yes      no    no     no      natural
      putReplyTargets           yes   yes      no    no     no      natural
      clearReplyTargets         yes   yes      no    no     no      natural
      removeSession             yes   yes      no    no     no      natural
      listMailbox               yes   yes      yes   yes    no      read
      listDeadLetters           yes   yes      yes   yes    no      read
      getSessionEvents          yes   yes      yes   yes    no      read
      streamSession             yes   yes      yes   yes    no      read
      listRuns                  yes   yes      yes   yes    no      read
      getRun                    yes   yes      yes   yes    no      read
      listRunEvents             yes   yes      yes   yes    no      read
      streamRun                 yes   yes      yes   yes    no      read
      cancelRun                 yes   yes      yes   no     no      natural
      getRunDebug               yes   yes      no    no     no      read
      getRunDebugArtifact       yes   yes      no    no     no      read
      pruneRuns                 yes   yes      no    no     no      natural
      resolveSessionApprovals   yes   yes      no    no     no      keyed
      resolveDetached           yes   yes      no    no     no      keyed
      resolveRunApprovals       yes   yes      no    no     no      keyed
      resolveApprovals          yes   yes      no    no     no      keyed
      raiseApproval             yes   yes      yes   no     no      keyed
      listApprovals             yes   yes      yes   yes    no      read
      getApproval               yes   yes      yes   yes    no      read
      undoApproval              yes   yes      no    no     no      natural
      listRevisions             yes   yes      yes   yes    no      read
      previewApproval           yes   yes      no    yes    no      read
      triageGate                yes   yes      no    no     no      keyed
      getReceipt                yes   yes      yes   yes    no      read
      getPermit                 yes   yes      yes   yes    no      read
      listPermits               yes   yes      yes   yes    no      read
      redeemPermit              yes   yes      yes   no     no      natural
      reportPermitResult        yes   yes      yes   no     no      natural
      revokePermit              yes   yes      yes   no     no      natural
      getTriage                 yes   yes      no    yes    no      read
      resolveSessionQuestion    yes   yes      no    no     no      keyed
      resolveRunQuestion        yes   yes      no    no     no      keyed
      cancelQuestion            yes   yes      no    no     no      keyed
      raiseQuestion             yes   yes      yes   no     no      keyed
      listInbox                 yes   yes      yes   yes    no      read
      listQuestions             yes   yes      yes   yes    no      read
      listSessionQuestions      yes   yes      yes   yes    no      read
      getQuestion               yes   yes      yes   yes    no      read
      replyQuestion             yes   yes      no    no     no      natural
      rejectQuestion            yes   yes      no    no     no      natural
      replyPermission           yes   yes      no    no     no      natural
      getMemoryContext          yes   yes      yes   yes    no      read
      searchMemory              yes   yes      yes   yes    no      read
      listSkills                yes   yes      yes   yes    no      read
      createLearning            yes   yes      no    no     no      keyed
      listLearnings             yes   yes      yes   yes    no      read
      getLearning               yes   yes      yes   yes    no      read
      editLearning              yes   yes      no    no     no      natural
      removeLearning            yes   yes      no    no     no      natural
      createSchedule            yes   yes      yes   no     no      keyed
      listSchedules             yes   yes      yes   yes    no      read
      getSchedule               yes   yes      yes   yes    no      read
      changeSchedule            yes   yes      no    no     no      natural
      removeSchedule            yes   yes      no    no     no      natural
      triggerSchedule           yes   yes      yes   no     no      keyed
      recordObservation         yes   yes      yes   no     no      keyed
      listObservations          yes   yes      yes   yes    no      read
      getObservation            yes   yes      yes   yes    no      read
      listDeliveries            yes   yes      yes   yes    no      read
      listDeadLetteredDeliveries yes  yes      yes   yes    no      read
      getDelivery               yes   yes      yes   yes    no      read
      replayDelivery            yes   yes      no    no     no      keyed
      createChannel             yes   yes      yes   no     no      keyed
      listChannels              yes   yes      yes   yes    no      read
      getChannel                yes   yes      yes   yes    no      read
      removeChannel             yes   yes      no    no     no      natural
      postMessage               yes   yes      yes   no     no      keyed
      listMessages              yes   yes      yes   yes    no      read
      createProject             yes   yes      yes   no     no      keyed
      listProjects              yes   yes      yes   yes    no      read
      getProject                yes   yes      yes   yes    no      read
      createTask                yes   yes      yes   no     no      keyed
      listTasks                 yes   yes      yes   yes    no      read
      getTask                   yes   yes      yes   yes    no      read
      startTask                 yes   yes      yes   no     no      keyed
      createPermissionRule      yes   yes      no    no     no      keyed
      listPermissionRules       yes   yes      yes   yes    no      read
      previewPermissionRule     yes   yes      no    no     no      natural
      getPermissionRule         yes   yes      yes   yes    no      read
      revokePermissionRule      yes   yes      no    no     no      natural
      createNotification        yes   yes      no    no     no      keyed
      listNotifications         yes   yes      yes   yes    no      read
      getNotification           yes   yes      yes   yes    no      read
      removeNotification        yes   yes      no    no     no      natural
      addAsset                  yes   yes      yes   no     no      natural
      listAssets                yes   yes      yes   yes    no      read
      getAsset                  yes   yes      yes   yes    no      read
      getAssetBytes             yes   yes      yes   yes    no      read
      createBoard               yes   yes      yes   no     no      keyed
      listBoards                yes   yes      yes   yes    no      read
      getBoard                  yes   yes      yes   yes    no      read
      reviseBoard               yes   yes      yes   no     no      keyed
      listBoardRevisions        yes   yes      yes   yes    no      read
      getBoardRevision          yes   yes      yes   yes    no      read
      listExternalActions       yes   yes      yes   yes    no      read
      listAuditKeys             yes   yes      no    yes    no      read
      publishedKeys             yes   yes      yes   yes    yes     read
      rotateAuditKey            yes   no       no    no     no      keyed
      listCheckpoints           yes   yes      no    yes    no      read
      listAuditRecords          yes   yes      no    yes    no      read
      getDecisionStats          yes   yes      no    yes    no      read
      listNodes                 yes   yes      yes   yes    no      read
      getNode                   yes   yes      yes   yes    no      read
      drainNode                 yes   no       no    no     no      natural
      resumeNode                yes   no       no    no     no      natural
      getVault                  yes   no       no    no     no      read
      rotateVaultKey            yes   no       no    no     no      keyed
      exportAudit               yes   yes      no    yes    no      read
      pendingApproval           yes   yes      yes   yes    no      read
      streamApprovals           yes   yes      yes   yes    no      read
      respondApproval           yes   yes      no    no     no      natural
      pendingClarification      yes   yes      yes   yes    no      read
      streamClarifications      yes   yes      yes   yes    no      read
      respondClarification      yes   yes      no    no     no      natural
      chat                      yes   yes      yes   no     no      keyed
      streamChat                yes   yes      yes   yes    no      read
      approveApproval           yes   no       no    no     no      keyed
      denyApproval              yes   no       no    no     no      keyed
      listTenantApprovals       yes   no       no    no     no      read
      getTenantApproval         yes   no       no    no     no      read
      getIntegrationSelf        yes   no       no    no     no      read
      createConversation        yes   no       no    no     no      keyed
      getConversation           yes   no       no    no     no      read
      archiveConversation       yes   no       no    no     no      natural
      sendMessage               yes   no       no    no     no      keyed
      listConversationMessages  yes   no       no    no     no      read
      putConversationSecrets    yes   no       no    no     no      natural
      listConversationSecrets   yes   no       no    no     no      read
      removeConversationSecret  yes   no       no    no     no      natural
      listRefusedAssertions     yes   no       no    no     no      read
      listProblems              yes   yes      yes   yes    yes     read
      getProblem                yes   yes      yes   yes    yes     read
      integrationHealth         yes   yes      yes   yes    yes     read
      listAcpServers            yes   yes      yes   yes    no      read
      sendAcpMessage            yes   yes      yes   no     no      anew
      streamAcpMessages         yes   yes      yes   yes    no      read
      endAcpServer              yes   yes      yes   no     no      natural
      sendMcpMessage            yes   yes      yes   no     no      anew
      resumeMcpAnswer           yes   yes      yes   no     no      read
      claudePreToolUse          yes   yes      yes   no     no      natural
      claudePermissionRequest   yes   yes      yes   no     no      anew
      claudePostToolUse         yes   yes      yes   no     no      natural
      hookPreToolUse            yes   yes      yes   no     no      natural
      hookPermissionRequest     yes   yes      yes   no     no      anew
      hookOver                  yes   yes      yes   no     no      natural
      runAgent                  yes   yes      yes   no     no      natural
      getThread                 yes   yes      yes   yes    no      read
      streamEvents              yes   yes      yes   yes    no      read
      createToken               yes   no       no    no     no      keyed
      listTokens                yes   no       no    no     no      read
      changeToken               yes   no       no    no     no      natural
      revokeToken               yes   no       no    no     no      natural
      createSignInLink          yes   yes      yes   yes    no      keyed
      signIn                    yes   yes      yes   yes    yes     anew
      getCaller                 yes   yes      yes   yes    no      read
      signOut                   yes   yes      yes   yes    no      natural
      listWebSessions           yes   no       no    no     no      read
      endWebSession             yes   no       no    no     no      natural
      createPasskeyChallenge    yes   yes      yes   yes    yes     anew
      registerPasskey           yes   yes      no    yes    yes     anew
      listPasskeys              yes   yes      no    yes    no      read
      renamePasskey             yes   yes      no    yes    no      natural
      removePasskey             yes   yes      no    yes    no      natural
      findEnrollment            yes   yes      yes   yes    yes     natural
      inviteApprover            yes   no       no    no     no      keyed
      listEnrollments           yes   no       no    no     no      read
      revokeEnrollment          yes   no       no    no     no      natural
      listPeople                yes   yes      no    yes    no      read
      createGroup               yes   no       no    no     no      keyed
      listGroups                yes   yes      no    yes    no      read
      getGroup                  yes   yes      no    yes    no      read
      changeGroup               yes   no       no    no     no      natural
      changeGroupMembers        yes   no       no    no     no      natural
      removeGroup               yes   no       no    no     no      natural
      createPolicy              yes   no       no    no     no      keyed
      listPolicies              yes   yes      no    yes    no      read
      getPolicy                 yes   yes      no    yes    no      read
      replacePolicy             yes   no       no    no     no      natural
      previewPolicy             yes   yes      no    no     no      natural
      removePolicy              yes   no       no    no     no      natural
      listPolicyVersions        yes   yes      no    yes    no      read
      createTenant              yes   no       no    no     no      keyed
      listTenants               yes   no       no    no     no      read
      getTenant                 yes   no       no    no     no      read
      removeTenant              yes   no       no    no     no      natural
      suspendTenant             yes   no       no    no     no      natural
      resumeTenant              yes   no       no    no     no      natural
      getApprovalPolicy         yes   no       no    no     no      read
      putApprovalPolicy         yes   no       no    no     no      natural
      createServiceKey          yes   no       no    no     no      keyed
      listServiceKeys           yes   no       no    no     no      read
      revokeServiceKey          yes   no       no    no     no      natural
      createApproverKey         yes   no       no    no     no      keyed
      listApproverKeys          yes   no       no    no     no      read
      revokeApproverKey         yes   no       no    no     no      natural
      retireApproverKey         yes   no       no    no     no      natural
      makeBackup                yes   no       no    no     no      anew
      listAgents                yes   yes      yes   yes    no      read
      testAgent                 yes   yes      no    no     no      anew
      listRoutes                yes   yes      yes   yes    no      read
      listMcpServers            yes   yes      yes   yes    no      read
      getMcpServer              yes   yes      yes   yes    no      read
      health                    yes   yes      yes   yes    yes     read
      ready                     yes   yes      yes   yes    yes     read
      status                    yes   yes      yes   yes    no      read
      getHealth                 yes   yes      yes   yes    no      read
      openapi                   yes   yes      yes   yes    no      read
      metrics                   yes   yes      yes   yes    no      read
      """;

  /** Operation id to its line. */
  static final Map<String, Expectation> ALL = read();

  private Expectations() {}

  static Expectation of(String operation) {
    return Objects.requireNonNull(ALL.get(operation), () -> "no expectation for " + operation);
  }

  record Expectation(Map<String, Boolean> allowed, String repeat) {
    boolean allows(String caller) {
      return Boolean.TRUE.equals(allowed.get(caller));
    }
  }

  private static Map<String, Expectation> read() {
    Map<String, Expectation> all = new LinkedHashMap<>();
    for (String line : TABLE.lines().skip(1).toList()) {
      List<String> cells = Stream.of(line.split(" +")).toList();
      Map<String, Boolean> allowed = new LinkedHashMap<>();
      for (int i = 0; i < CALLERS.size(); i++) {
        allowed.put(CALLERS.get(i), cells.get(i + 1).equals("yes"));
      }
      all.put(cells.getFirst(), new Expectation(allowed, cells.getLast()));
    }
    return all;
  }
}
