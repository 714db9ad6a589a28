// Grades the inbox of a daemon that has just been started, and writes the figures between two marks of a document.

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { CHROME, DATA, LOG, MODULES, RUNS = '3' } = process.env;
const [document] = process.argv.slice(2);
const [BEGIN, END] = ['<!-- bench/lighthouse writes from here -->', '<!-- to here -->'];
const MANY = 500;
const MOST = 5_000;
const AT_ONCE = 16;
const SLOWER = 4;

const load = (name) => import(pathToFileURL(join(MODULES, name)).href);
const { default: lighthouse } = await load('lighthouse/core/index.js');
const { default: desktop } = await load('lighthouse/core/config/desktop-config.js');
const { default: puppeteer } = await load('puppeteer-core/lib/puppeteer/puppeteer-core.js');

const say = (text) => process.stderr.write(`lighthouse: ${text}\n`);
const median = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];

/** Where the daemon listens, once it is ready. */
async function address() {
  const until = Date.now() + 120_000;
  while (Date.now() < until) {
    const found = /ready on (http:\/\/[^\s"]+)/.exec(readFileSync(LOG, 'utf8'));
    if (found) return found[1];
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error(`the daemon did not start:\n${readFileSync(LOG, 'utf8')}`);
}

const home = await address();
const token = readFileSync(join(DATA, 'admin-token'), 'utf8').trim();

async function post(path, body) {
  const answer = await fetch(home + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

/** Requests of 2 KB, of several kinds, in fifty sessions. */
async function raise(from, to) {
  const numbers = Array.from({ length: to - from }, (_, i) => from + i);
  const lines = (number) => Array.from({ length: 30 }, (_, i) => `echo "step ${i} of request ${number}: copies a part of it"`).join('\n');
  const inputs = [
    (number) => ['bash', { command: `${lines(number)}\ngit push origin release-${number}` }],
    (number) => ['write_file', { path: `src/part-${number}.ts`, content: lines(number) }],
    (number) => ['http_request', { method: 'POST', url: `https://api.example.com/v1/orders/${number}`, body: { notes: lines(number) } }],
    (number) => ['deploy', { service: `billing-${number}`, notes: lines(number) }],
  ];
  const next = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const [tool, input] = inputs[number % inputs.length](number);
      await post(`/v1/sessions/${`release-${number % 50}`}/approval-requests`, { tool_name: tool, input, reason: `Release ${number} waits for this step.` });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

for (let i = 0; i < 50; i++) await post('/v1/sessions', { session_id: `release-${i}` });
say(`raising ${MANY} requests`);
await raise(0, MANY);

const browser = await puppeteer.launch({ executablePath: CHROME, headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] });
const figures = [];

/** A tab that is signed in. */
async function tab() {
  const page = await browser.newPage();
  await page.goto(`${home}/ui`);
  await page.evaluate((one) => fetch('/v1/web-sessions', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: one }) }), token);
  return page;
}

async function grade(name, config) {
  const all = [];
  for (let run = 0; run < Number(RUNS); run++) {
    say(`${name}, ${run + 1} of ${RUNS}`);
    const page = await tab();
    // Signed in, and with nothing of an earlier visit.
    const devtools = await page.createCDPSession();
    await devtools.send('Network.clearBrowserCache');
    await devtools.send('Storage.clearDataForOrigin', { origin: home, storageTypes: 'service_workers,cache_storage,local_storage' });
    await devtools.detach();
    const { lhr } = await lighthouse(`${home}/ui`, { output: 'json', logLevel: 'error', onlyCategories: ['performance'], disableStorageReset: true }, config, page);
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    all.push(lhr);
    await page.close();
  }
  const audit = (id) => median(all.map(({ audits }) => audits[id].numericValue));
  figures.push([name, Math.round(100 * median(all.map(({ categories }) => categories.performance.score))),
    ...['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time'].map((id) => Math.round(audit(id))),
    audit('cumulative-layout-shift').toFixed(3), Math.round(audit('total-byte-weight') / 1024)]);
  const worst = all.at(-1);
  for (const { id, title, score, displayValue } of Object.values(worst.audits)) {
    if (score !== null && score < 0.9 && displayValue) say(`  ${id}: ${title} (${displayValue})`);
  }
}

/** What people wait for, at a processor that is slowed down. */
async function feel(many) {
  const page = await tab();
  const devtools = await page.createCDPSession();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.setViewport({ width: 1440, height: 900 });
  await page.evaluateOnNewDocument(() => {
    window.long = [];
    window.presses = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true });
    new PerformanceObserver((list) => window.presses.push(...list.getEntries().filter(({ name }) => name === 'keydown').map(({ duration }) => duration))).observe({ type: 'event', durationThreshold: 16, buffered: true });
    const look = new MutationObserver(() => {
      if (!document.querySelector('[role=option]')) return;
      look.disconnect();
      window.firstRow = performance.now();
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${home}/ui`);
  await page.waitForSelector('[role=option]');
  await page.waitForFunction(() => performance.now() > window.firstRow + 2_000);
  const [first, blocked] = await page.evaluate(() => [window.firstRow, window.long.reduce((sum, one) => sum + Math.max(0, one - 50), 0)]);
  await page.focus('[role=listbox]');
  for (let i = 0; i < 30; i++) await page.keyboard.press('j');
  await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 300)));
  const press = await page.evaluate(() => Math.max(16, ...window.presses));
  // All of it is read before it is scrolled through, a screen a frame.
  await page.waitForFunction((count) => {
    const list = document.querySelector('[role=listbox]');
    list.scrollTop = list.scrollHeight;
    return document.querySelector(`[aria-posinset="${count}"]`) !== null;
  }, { timeout: 300_000, polling: 100 }, many);
  const frames = await page.evaluate(async () => {
    const list = document.querySelector('[role=listbox]');
    const times = [];
    list.scrollTop = 0;
    await new Promise((drawn) => setTimeout(drawn, 500));
    let before = await new Promise(requestAnimationFrame);
    for (let i = 0; i < 300; i++) {
      list.scrollTop += 600;
      const now = await new Promise(requestAnimationFrame);
      times.push(now - before);
      before = now;
    }
    return times;
  });
  await page.close();
  return [many, first, blocked, press, Math.max(...frames), frames.filter((one) => one > 50).length].map(Math.round);
}

const felt = [];
try {
  await grade('desktop', desktop);
  await grade('phone', undefined);
  say(`the list with ${MANY}`);
  felt.push(await feel(MANY));
  say(`raising ${MOST - MANY} more`);
  await raise(MANY, MOST);
  say(`the list with ${MOST}`);
  felt.push(await feel(MOST));
} finally {
  await browser.close();
}

const number = (value) => (typeof value === 'number' ? value.toLocaleString('en').replaceAll(',', ' ') : value);
const table = (heads, rows) => [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(number).join(' | ')} |`).join('\n');
const model = cpus()[0]?.model ?? 'unknown';
const text = `${cpus().length} × ${model}, ${(await import('node:os')).arch()}; Lighthouse ${JSON.parse(readFileSync(join(MODULES, 'lighthouse/package.json'), 'utf8')).version}, the median of ${RUNS} runs each, ${MANY} waiting requests of 2 KB.

${table(['as', 'performance', 'first paint, ms', 'largest paint, ms', 'speed index, ms', 'blocking time, ms', 'layout shift', 'KB'], figures)}

The same page in a window of 1 440 × 900, the processor slowed down ${SLOWER} times, one run:

${table(['waiting', 'first row, ms', 'blocked until then and 2 s after, ms', 'slowest of 30 keys, ms', 'longest of 300 frames of scrolling, ms', 'frames above 50 ms'], felt)}
`;
process.stdout.write(`${text}\n`);
const before = readFileSync(document, 'utf8');
const [from, to] = [before.indexOf(BEGIN), before.indexOf(END)];
if (from < 0 || to < from) throw new Error(`${document} does not have the marks ${BEGIN} and ${END}.`);
writeFileSync(document, `${before.slice(0, from + BEGIN.length)}\n${text}${before.slice(to)}`);
