"""Asks a model over HTTP in the OpenAI chat format: the one owner of retries, deadlines and the key."""

import json
import threading
from dataclasses import replace
from urllib.parse import urlsplit

import httpx
import numpy as np

from airanchor.errors import ChatRefused, ChatUnavailable, ReasonerError
from airanchor.reasoner.chat import ChatAnswer, ChatRequest
from airanchor.reasoner.client.api_key import ApiKey, read_key
from airanchor.reasoner.client.clock import Clock
from airanchor.reasoner.client.post import Limits, Response, post_json
from airanchor.reasoner.client.retry import RETRIED_STATUS, RetryPolicy, parse_retry_after
from airanchor.reasoner.client.wire import chat_body, excerpt, parse_body
from airanchor.reasoner.profiles.profile import ModelProfile

DROPPABLE = ("response_format", "temperature", "seed")
"""Fields that a service may refuse and that a call can do without."""
_NO_CREDIT = b"insufficient_quota"  # comes as 429, but no wait brings money
_ALIASES = {"response_format": ("response_format", "json_schema", "json_object", "grammar")}


class OpenAIChat:
    """A chat transport over one profile. Threads may share it."""

    def __init__(
        self,
        profile: ModelProfile,
        *,
        key: ApiKey | None = None,
        policy: RetryPolicy | None = None,
        clock: Clock | None = None,
        rng: np.random.Generator | None = None,
        max_body_bytes: int = 4_000_000,
    ) -> None:
        self.profile = profile
        self._key = key or read_key(profile.key_env)
        self._policy = policy or RetryPolicy(max_attempts=profile.max_attempts, ceiling_s=profile.ceiling_s)
        self._clock = clock or Clock()
        self._rng = rng or np.random.default_rng()  # only spreads retries in time; no result depends on it
        self._max_body_bytes = max_body_bytes
        self._client = httpx.Client(
            trust_env=not profile.is_local,  # a proxy cannot reach this machine
            verify=profile.base_url.startswith("https:"),  # loading certificates takes a while
        )
        self._dropped: frozenset[str] = frozenset()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """What results are marked with."""
        return f"{self.profile.name}/{self.profile.model}"

    @property
    def dropped(self) -> frozenset[str]:
        """Fields this service has refused, which are no longer sent."""
        return self._dropped

    def with_profile(self, profile: ModelProfile) -> "OpenAIChat":
        """The same service asked in another way."""
        return OpenAIChat(
            profile,
            key=self._key,
            policy=self._policy,
            clock=self._clock,
            rng=self._rng,
            max_body_bytes=self._max_body_bytes,
        )

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """The model's answer. Its latency spans all tries and waits: that is what the drone hovered for."""
        began_s = self._clock.now_s()
        ends_s = began_s + self._policy.ceiling_s
        for attempt in range(1, self._policy.max_attempts + 1):
            wait_s: float | None = None
            try:
                response = self._post(request, ends_s)
                if 200 <= response.status < 300:
                    answer = self._redacted(parse_body(response.body))
                    spent_s = self._clock.now_s() - began_s
                    return replace(answer, retries=attempt - 1, latency_s=spent_s)
                last_fault = self._check_transient(response)
                wait_s = parse_retry_after(response.headers.get("retry-after"), self._clock.wall_s())
            except ChatUnavailable as error:
                last_fault = self._key.redact(str(error))
            if attempt == self._policy.max_attempts or not self._wait(attempt, wait_s, ends_s):
                break
        raise ChatUnavailable(
            f"{self.profile.model} at {self.profile.host} gave no answer in {attempt} "
            f"{'try' if attempt == 1 else 'tries'}: {last_fault}"
        )

    def close(self) -> None:
        """Let go of open connections."""
        self._client.close()

    def _wait(self, failed: int, asked_s: float | None, ends_s: float) -> bool:
        """Wait before the next try; False where that would leave no time for it."""
        with self._lock:
            wait_s = self._policy.wait_s(failed, asked_s, self._rng)
        if self._clock.now_s() + wait_s >= ends_s:
            return False
        self._clock.sleep(wait_s)
        return True

    def _post(self, request: ChatRequest, ends_s: float) -> Response:
        """One try; a field the service says it does not take is left out from then on."""
        response = self._post_once(request, ends_s)
        refused = self._refused_fields(response)
        if not refused:
            return response
        self._dropped |= refused
        return self._post_once(request, ends_s)

    def _post_once(self, request: ChatRequest, ends_s: float) -> Response:
        timeout_s = max(0.001, min(self.profile.timeout_s, ends_s - self._clock.now_s()))
        content = json.dumps(chat_body(request, self.profile, self._dropped)).encode("ascii")
        response = post_json(
            self._client,
            f"{self.profile.base_url}/chat/completions",
            content=content,
            key=self._key,
            limits=Limits(timeout_s, self._max_body_bytes),
        )
        return replace(response, body=self._key.redact_bytes(response.body))

    def _refused_fields(self, response: Response) -> frozenset[str]:
        if response.status not in (400, 422):
            return frozenset()
        told = response.body[:4000].decode("utf-8", "replace").lower()
        named = {field for field in DROPPABLE if any(word in told for word in _ALIASES.get(field, (field,)))}
        return frozenset(named) - self._dropped

    def _redacted(self, answer: ChatAnswer) -> ChatAnswer:
        """A key hidden behind escapes of JSON shows only once it is parsed."""
        redact = self._key.redact
        return replace(
            answer,
            text=redact(answer.text),
            reasoning=redact(answer.reasoning),
            model=redact(answer.model) or self.profile.model,
        )

    def _check_transient(self, response: Response) -> str:
        """What went wrong, if asking again may help; else raise ChatRefused with the fix."""
        told = f"status {response.status}: {excerpt(response.body)}"
        if response.status in RETRIED_STATUS and _NO_CREDIT not in response.body:
            return told
        raise self._refusal(response, told) from None

    def _refusal(self, response: Response, told: str) -> ReasonerError:
        profile = self.profile
        words = f"{profile.model} at {profile.host} refused with {told}; {_fix(profile, response)}"
        return ChatRefused(self._key.redact(words))


def _fix(profile: ModelProfile, response: Response) -> str:
    """What the user can do about a refusal."""
    status = response.status
    if status in (401, 403):
        if profile.key_env is None:
            return f"if it needs a key, name its variable as key_env in profile {profile.name!r}"
        return f"set {profile.key_env} to a valid key that may use this model"
    if status == 402 or _NO_CREDIT in response.body:
        return f"the account behind {profile.key_env or 'this service'} has no credit left"
    if status == 404:
        return f"check base_url {profile.base_url} and model {profile.model!r} in profile {profile.name!r}"
    if status == 413:
        return "the request is too long; lower image_scale"
    if 300 <= status < 400:
        return (
            f"it points to {_host(response)}, where no key is sent unasked; set base_url to the right address"
        )
    if b"max_completion_tokens" in response.body:
        return f"set max_tokens_field = 'max_completion_tokens' in profile {profile.name!r}"
    return f"check model, json_mode and extra_body in profile {profile.name!r}"


def _host(response: Response) -> str:
    try:
        host = urlsplit(response.headers.get("location", "")[:500]).hostname or "elsewhere"
    except ValueError:
        return "elsewhere"
    return excerpt(host.encode("utf-8", "replace"), 100)
