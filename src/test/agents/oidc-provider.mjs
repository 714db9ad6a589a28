// An OpenID provider as npm has it. Prints its address; reads commands, a line each, from standard input.

import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import Provider from 'oidc-provider';

const [back, logout] = process.argv.slice(2);
const groups = { ada: ['ops', 'releasers'], eve: ['staff'] };
let handler = (_, response) => response.writeHead(503).end();
const server = createServer((request, response) => handler(request, response));
server.listen(0, '127.0.0.1', () => {
  renew();
  console.log(issuer());
});

function issuer() {
  return `http://127.0.0.1:${server.address().port}`;
}

/** A provider with a new key; who was signed in there is not any more. */
function renew() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer(), {
    clients: [{
      client_id: 'holdpoint',
      client_secret: 'a-secret-of-the-client',
      redirect_uris: [back],
      post_logout_redirect_uris: [back.replace('oidc/callback', 'sign-in')],
      backchannel_logout_uri: logout,
      backchannel_logout_session_required: true,
    }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'], profile: ['name'] },
    scopes: ['openid', 'email', 'groups', 'profile'],
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true, groups: groups[id] }),
    }),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomUUID()] },
    // Its own dispatcher reaches no loopback address, and the daemon of a test is on one.
    fetch: (url, { dispatcher: _, ...options }) => globalThis.fetch(url, options),
  });
  handler = provider.callback();
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, person, ...names] = line.split(' ');
  if (command === 'rotate') renew();
  if (command === 'groups') groups[person] = names;
  if (command === 'down') server.closeAllConnections(), server.close();
  console.log('done');
});
