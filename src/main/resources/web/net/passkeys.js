// Passkeys of this browser: made, used to sign in, and used to decide. The daemon's texts are base64url.

import { api } from './api.js';
import { t } from '../i18n/i18n.js';

/** Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** How long a decision may be on its way, in seconds. */
const VALID_S = 300;

export const hasPasskeys = () => typeof PublicKeyCredential !== 'undefined' && Boolean(navigator.credentials);

function bytes(text) {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

function text(buffer) {
  const plain = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A browser's message about a refused ceremony is for programs. */
async function asked(ceremony) {
  if (!hasPasskeys()) throw { detail: t('net.passkeys.none') };
  try {
    return await ceremony();
  } catch (problem) {
    if (problem.detail) throw problem;
    throw { detail: t('net.passkeys.unused') };
  }
}

/**
 * Makes a passkey and registers it.
 *
 * @param who {id, name} as the authenticator shows it
 * @param own ids of credentials that are there already
 * @param more {name} or {enrollment_code}
 */
export async function register(who, own, more) {
  const { challenge, rp_id } = await api.post('/v1/passkeys/challenges');
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytes(challenge),
        rp: { id: rp_id, name: 'Holdpoint' },
        user: { id: new TextEncoder().encode(who.id), name: who.name, displayName: who.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: own.map((id) => ({ type: 'public-key', id: bytes(id) })),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    }),
  );
  return api.post('/v1/passkeys', {
    challenge,
    client_data: text(made.response.clientDataJSON),
    attestation_object: text(made.response.attestationObject),
    transports: made.response.getTransports?.() ?? [],
    ...more,
  });
}

async function used(challenge, rpId) {
  const { rawId, response } = await asked(() =>
    navigator.credentials.get({ publicKey: { challenge, rpId, userVerification: 'required' } }),
  );
  return {
    credential_id: text(rawId),
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
  };
}

/** What signs a browser in. */
export async function signInProof() {
  const { challenge, rp_id } = await api.post('/v1/passkeys/challenges');
  return { passkey: { challenge, ...(await used(bytes(challenge), rp_id)) } };
}

/**
 * The signature of a decision on just this request, as it is shown. No call comes before it.
 *
 * @param decision 'approve' or 'deny'
 */
export async function signatureOf(decision, request, rpId) {
  const exp = Math.floor(Date.now() / 1000) + VALID_S;
  const payload = JSON.stringify({
    approval_id: request.id,
    decision,
    digest: request.digest,
    exp,
    revision: request.revision,
    secrets: null,
    v: 2,
  });
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(payload));
  const { signature: value, ...proof } = await used(challenge, rpId);
  return { version: 2, algorithm: 'webauthn', exp, value, ...proof };
}
