// What of a shell command is worth a second look. A hint for people, and no wall: what it does not know it
// does not mark.

const OTHERS = new Set(['sudo', 'doas', 'su', 'pkexec', 'runuser']);
const RUNS_OTHERS = new Set(['env', 'xargs', 'nice', 'timeout', 'nohup', 'exec', 'command', 'time', 'busybox']);
const SHELLS = /^(?:ba|z|da|k|a|fi)?sh$|^(?:python|perl|ruby|node|php)[\d.]*$|^(?:eval|source|\.)$/;
const FETCHES = new Set(['curl', 'wget', 'fetch', 'nc', 'ncat', 'base64', 'xxd']);
const HARMLESS = /^\/dev\/(?:null|stdout|stderr|stdin|tty|fd\/\d+)$/;
const SAYS = {
  user: 'runs as another user',
  remove: 'deletes files recursively or without asking',
  fetch: 'runs code that it fetches or decodes',
  device: 'writes to a device',
  outside: 'writes outside its folder',
  disk: 'changes a disk or stops the machine',
  rights: 'gives broad permissions',
  force: 'overwrites remote history',
};

/** @param pieces of tokens(); @return {pieces: the same, some with a risk, risks: [what, said once each]} */
export function risky(pieces) {
  const marked = pieces.map((piece) => ({ ...piece }));
  const found = new Set();
  const note = (risk, some) => {
    found.add(SAYS[risk]);
    some.forEach((piece) => (piece.risk = SAYS[risk]));
  };
  const outer = [];
  let command = begun();
  const end = (link) => {
    judge(command, note);
    command = begun(link === '|' || link === '|&' ? command : null);
  };
  marked.forEach((piece) => {
    if (piece.kind === 'substitution' && /[(`]$/.test(piece.text) && !(piece.text === '`' && outer.at(-1)?.begin === '`')) {
      outer.push({ command, begin: piece.text });
      command = begun();
    } else if (piece.kind === 'substitution') {
      judge(command, note);
      const inner = command;
      command = outer.pop()?.command ?? begun();
      command.fed ||= inner.fed || fetches(inner);
    } else if (piece.kind === 'operator') {
      end(piece.text);
    } else if (piece.kind === 'space' && piece.text.includes('\n') && !piece.text.startsWith('\\')) {
      end('\n');
    } else if (piece.kind === 'redirection') {
      command.awaits = { piece, writes: /^[^<]*>/.test(piece.text), word: undefined };
    } else if (piece.kind !== 'space' && piece.kind !== 'comment' && piece.kind !== 'keyword' && piece.kind !== 'heredoc') {
      add(command, piece);
    }
  });
  while (outer.length > 0) {
    judge(command, note);
    command = outer.pop().command;
  }
  judge(command, note);
  return { pieces: marked, risks: [...found] };
}

function begun(before = null) {
  return { words: [], targets: [], awaits: null, fed: Boolean(before && (before.fed || fetches(before))), assigned: -1 };
}

function fetches({ words }) {
  return words.some((word) => FETCHES.has(basename(word.value)));
}

function add(command, piece) {
  const { awaits } = command;
  if (awaits) awaits.word ??= piece.word;
  const isTarget = awaits?.word === piece.word;
  const list = isTarget ? command.targets : command.words;
  const last = list.at(-1);
  if (last?.number === piece.word) {
    last.pieces.push(piece);
    last.value += bare(piece);
  } else if (isTarget) {
    if (awaits.writes) list.push({ number: piece.word, value: bare(piece), pieces: [awaits.piece, piece] });
  } else if (piece.kind === 'assignment' || command.assigned === piece.word) {
    command.assigned = piece.word;
  } else {
    list.push({ number: piece.word, value: bare(piece), pieces: [piece] });
  }
}

function bare({ text }) {
  return text.replace(/^\$?['"]|['"]$|\\(?=.)/g, '');
}

function basename(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

function judge(command, note) {
  for (const { value, pieces } of command.targets) {
    if (value.startsWith('/dev/')) HARMLESS.test(value) || note('device', pieces);
    else if (/^[/~]|(^|\/)\.\.(\/|$)|^\$\{?HOME/.test(value)) note('outside', pieces);
  }
  let { words } = command;
  for (let at = 0; at < 8 && words.length > 0; at++) {
    const name = basename(words[0].value);
    if (OTHERS.has(name)) note('user', words[0].pieces);
    judgeOne(name, words, command.fed, note);
    // Options of what runs other programs may have words of their own: each is taken for the program once.
    if (at === 0 && !RUNS_OTHERS.has(name) && !OTHERS.has(name)) return;
    words = words.slice(1);
  }
}

function judgeOne(name, words, fed, note) {
  const given = words.slice(1);
  const check = (risk, names, pattern) => {
    const some = pattern ? given.filter((word) => pattern.test(word.value)) : given;
    if (names.test(name) && (some.length > 0 || !pattern)) note(risk, [words[0], ...some].flatMap((word) => word.pieces));
  };
  check('remove', /^(?:rm|srm|unlink|shred)$/, /^-\w*[rRf]|^--(?:recursive|force)$/);
  check('remove', /^find$/, /^-delete$/);
  check('remove', /^git$/, /^clean$/);
  check('disk', /^(?:mkfs(?:\..+)?|fdisk|parted|wipefs|shutdown|reboot|halt|poweroff)$/);
  check('device', /^dd$/, /^of=\/dev\//);
  check('rights', /^chmod$/, /^0?777$|^[ao]\+\w*w/);
  check('force', /^git$/, /^(?:--force(?:-with-lease)?|-f|--mirror)$/);
  if (fed && SHELLS.test(name)) note('fetch', words[0].pieces);
}
