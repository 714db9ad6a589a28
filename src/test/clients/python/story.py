"""The main story by the client that openapi-generator makes for Python: story.py ADDRESS TOKEN."""

import sys
import time

from openapi_client import ApiClient, Configuration
from openapi_client.api import ApprovalsApi, QuestionsApi, RunsApi, SessionsApi, TokensApi
from openapi_client.models import (
    ApprovalResolution,
    ApprovalResolutionsRequest,
    CreateSessionRequest,
    CreateTokenRequest,
    Option,
    QuestionAnswer,
    QuestionDraft,
    QuestionResolution,
    QuestionResolutionRequest,
    RaiseApprovalRequest,
    RaiseQuestionRequest,
    SubmitInputRequest,
)

SESSION = "story-python"
RUNS = 60


def by(token):
    return ApiClient(Configuration(host=sys.argv[1], access_token=token))


def with_role(role):
    made = TokensApi(by(sys.argv[2])).create_token(CreateTokenRequest(name="python-" + role, role=role))
    return by(made.token)


def same(wanted, got):
    if wanted != got:
        raise AssertionError(f"wanted {wanted}, got {got}")


def approval(agent, operator):
    began = int(time.time() * 1000) - 60_000
    made = SessionsApi(agent).create_session(create_session_request=CreateSessionRequest(session_id=SESSION))
    same(SESSION, made.session_id)
    raised = ApprovalsApi(agent).raise_approval(
        SESSION, RaiseApprovalRequest(tool_name="deploy", input={"version": "1.4"}, reason="release day")
    )
    pending = ApprovalsApi(operator).list_approvals(
        "true", session_id=SESSION, status="pending", created_after_ms=began, limit=20
    )
    same([raised.request.id], [row.request.id for row in pending.items])
    resolution = ApprovalResolution(request_id=raised.request.id, behavior="allow")
    ApprovalsApi(operator).resolve_run_approvals(raised.run_id, ApprovalResolutionsRequest(resolutions=[resolution]))
    allowed = ApprovalsApi(agent).get_approval(raised.request.id, wait_ms=10_000)
    same("resolved", allowed.status)
    same("python-operator", allowed.resolution.by)
    same({"version": "1.4"}, allowed.request.input)


def question(agent, operator):
    draft = QuestionDraft(
        id="database",
        question="Which database?",
        options=[Option(id="staging", label="Staging"), Option(id="production", label="Production")],
    )
    raised = QuestionsApi(agent).raise_question(SESSION, RaiseQuestionRequest(questions=[draft]))
    answer = QuestionAnswer(question_id="database", selected_option_ids=["staging"])
    resolution = QuestionResolution(request_id=raised.request.id, answers=[answer])
    QuestionsApi(operator).resolve_run_question(raised.run_id, QuestionResolutionRequest(resolution=resolution))
    answered = QuestionsApi(agent).get_question(raised.request.id, wait_ms=10_000)
    same("resolved", answered.status)
    same(["staging"], answered.resolution.answers[0].selected_option_ids)


def pages(operator):
    session = SESSION + "-runs"
    sessions = SessionsApi(operator)
    sessions.create_session(create_session_request=CreateSessionRequest(session_id=session))
    for i in range(RUNS):
        sessions.submit_run(session, SubmitInputRequest(content=f"run {i}"))
    read, count, cursor = set(), 0, None
    while count == 0 or cursor:
        page = RunsApi(operator).list_runs("true", session_id=session, cursor=cursor, limit=20)
        read.update(run.run_id for run in page.items)
        cursor = page.pagination.next_cursor
        count += 1
    same(3, count)
    same(RUNS, len(read))


the_agent, the_operator = with_role("agent"), with_role("operator")
approval(the_agent, the_operator)
question(the_agent, the_operator)
pages(the_operator)
print("python: the story is told")
