// Calls to the daemon: the same doors that programs use, with the page's cookie.

import { faultWords, problemWords } from './problems.js';
import { t } from '../i18n/i18n.js';

/** What the daemon answered in the place of what was wanted. */
export class Problem extends Error {
  constructor(status, body) {
    super(problemWords(body, status));
    this.name = 'Problem';
    this.status = status;
    this.code = body.code || '';
    this.title = body.title || '';
    this.detail = this.message;
    this.errors = (body.errors || []).map((error) => ({ ...error, message: faultWords(error) }));
    this.requestId = body.request_id || '';
    /** The id of what is in the way. */
    this.conflict = body.conflicting_resource_id || '';
  }
}

/** Where decisions and answers go. */
const DECIDES = /^\/v1\/(approvals\/resolutions|runs\/[^/]+\/(approvals|questions)([/?]|$))/;

/** Nobody answered, or not to the end. What was to be changed may have been changed all the same. */
export class Unreachable extends Problem {
  constructor(changes, path) {
    const decided = DECIDES.test(path) ? t('net.api.decision_unknown') : t('net.api.change_unknown');
    super(0, { code: 'unreachable', title: t('net.api.unreachable'), detail: changes ? decided : t('net.api.unchanged') });
    this.name = 'Unreachable';
  }
}

/** What a 401 of these says is for who asked: a proof was refused, or nobody is signed in. */
const SIGN_IN = new Set(['/v1/web-sessions', '/v1/me']);
const listeners = new Set();
let csrf = '';
let renew = async () => false;

/** Told when a call found nobody signed in, which a proxy may say as well; gives back how to stop listening. */
export function onUnauthorized(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useCsrf(token) {
  csrf = token || '';
}

/** @param ask reads the token anew; says whether what was refused without it may be said again */
export function renewCsrf(ask) {
  renew = ask;
}

/** A name for one wish, so that repeating it has it done once. (randomUUID is not there over plain http.) */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return 'ui-' + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Options are {signal, key, heard(headers), changes: false for what only looks though it is not a GET}. */
export const api = {
  get: (path, options) => call('GET', path, undefined, options),
  post: (path, body, options) => call('POST', path, body, options),
  put: (path, body, options) => call('PUT', path, body, options),
  patch: (path, body, options) => call('PATCH', path, body, options),
  delete: (path, options) => call('DELETE', path, undefined, options),

  /** One page of a list: {items, next, total}. Query values that are undefined or empty are left out. */
  async page(path, query = {}, options) {
    const body = await call('GET', path + search({ ...query, page: true }), undefined, options);
    const { has_more: more, next_cursor: cursor, total_count: total } = body.pagination;
    return { items: body.items, next: more ? cursor : null, total };
  },

  /** Like post, for what carries an idempotency key: said again, with the same key, when nobody answered. */
  async postOnce(path, body, options) {
    const key = newKey();
    for (let attempt = 1; ; attempt++) {
      try {
        return await call('POST', path, body, { ...options, key });
      } catch (problem) {
        if (!(problem instanceof Unreachable) || attempt === 3) throw problem;
        await new Promise((done) => setTimeout(done, 400 * attempt));
      }
    }
  },
};

export function search(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return given.length === 0 ? '' : '?' + new URLSearchParams(given).toString();
}

/** A part of a path, whatever is in it. */
export const segment = encodeURIComponent;

async function call(method, path, body, options) {
  try {
    return await attempt(method, path, body, options);
  } catch (problem) {
    // Another tab has signed in since. Nothing was done; for the same person it is done now.
    if (problem.code !== 'csrf_required' || !(await renew())) throw problem;
    return attempt(method, path, body, options);
  }
}

async function attempt(method, path, body, { signal, key, heard, changes = method !== 'GET' } = {}) {
  const headers = { Accept: 'application/json' };
  if (method !== 'GET') headers['X-Holdpoint-CSRF'] = csrf;
  if (key) headers['Idempotency-Key'] = key;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
    });
  } catch (failure) {
    if (signal?.aborted) throw failure;
    throw new Unreachable(changes, path);
  }
  if (response.ok) heard?.(response.headers);
  if (response.ok) return response.status === 204 ? null : read(response, changes, path);
  const problem = new Problem(response.status, await refusal(response));
  if (response.status === 401 && !SIGN_IN.has(path)) listeners.forEach((listener) => listener());
  throw problem;
}

async function read(response, changes, path) {
  const type = response.headers.get('Content-Type') || '';
  try {
    return type.startsWith('application/json') ? await response.json() : await response.text();
  } catch {
    throw new Unreachable(changes, path); // cut off in the middle
  }
}

async function refusal(response) {
  try {
    return await response.json();
  } catch {
    return {};
  }
}
