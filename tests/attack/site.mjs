// Where one attack takes place: a folder of its own, beside one that nothing may touch.
import fs from 'node:fs';
import path from 'node:path';
import { execute, later, shell_command } from './program.mjs';
import { fault, parsed } from './judge.mjs';

export class Failure extends Error {}

/** Names and sizes of all that is below a folder; what vanishes meanwhile is passed over. */
export function listing(folder) {
  const files = new Map();
  const visit = (inner) => {
    for (const entry of fs.readdirSync(path.join(folder, inner), { withFileTypes: true })) {
      const name = path.join(inner, entry.name);
      try {
        if (entry.isDirectory()) visit(name);
        else files.set(name, fs.lstatSync(path.join(folder, name)).size);
      } catch (error) {
        if (error.code !== 'ENOENT') throw error;
      }
    }
  };
  if (fs.existsSync(folder)) visit('');
  return files;
}

export function bytes_in(folder) {
  let sum = 0;
  for (const size of listing(folder).values()) sum += size;
  return sum;
}

export class Site {
  constructor(folder, settings) {
    this.folder = folder;
    this.settings = settings;
    this.inside = path.join(folder, 'inside');
    this.outside = path.join(folder, 'outside');
    this.commands = 0;
    for (const each of [this.inside, this.outside]) fs.mkdirSync(each, { recursive: true });
    fs.writeFileSync(path.join(this.outside, 'untouched'), 'as it was\n');
  }

  path(name) {
    return path.join(this.inside, name);
  }
  exists(name) {
    return fs.existsSync(this.path(name));
  }
  read(name) {
    this.demand(this.exists(name), `there is no ${name}`);
    return fs.readFileSync(this.path(name));
  }
  write(name, content) {
    fs.writeFileSync(this.path(name), content);
    return name;
  }
  copy(from, to) {
    fs.cpSync(from, this.path(to), { recursive: true });
  }

  fail(text) {
    throw new Failure(text);
  }
  demand(holds, text) {
    if (!holds) this.fail(text);
  }

  /** A command of the program, in this folder and within its limits; what it did wrong is a failure. */
  async run(words, options = {}) {
    const outcome = await this.attempt(words, options);
    const found = fault(outcome, words.includes('--json') && !options.stdout);
    if (found) this.fail(`pliant ${words[0]}: ${found}`);
    return { ...outcome, json: parsed(outcome.out) };
  }

  /** The same as run, unjudged. */
  async attempt(words, { limits, shell, ...options } = {}) {
    const { program, seconds, slower, megabytes } = this.settings;
    const command = (shell ?? ((text) => text))(shell_command([program, ...words], options.seconds ?? seconds, limits));
    this.commands += 1;
    const home = this.outside;
    const outcome = await execute(command, {
      cwd: this.inside, seconds, megabytes, after_signal: 2 * slower, ...options,
      env: { ...process.env, HOME: home, TMPDIR: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home,
             XDG_DATA_HOME: home, XDG_RUNTIME_DIR: home },
    });
    const end = outcome.signal ?? outcome.code;
    fs.appendFileSync(path.join(this.folder, 'commands.txt'),
      `${command}\n# ${outcome.sent ? `sent ${outcome.sent}, ` : ''}ended with ${end}\n` +
      outcome.err.slice(0, 2000).replace(/^/gm, '# ') + '\n');
    return outcome;
  }

  /** The same as run for work that may rightly last: after a while it is asked to stop. */
  async run_a_while(words) {
    return this.run(words, { send: 'SIGTERM', when: later(3 * this.settings.slower) });
  }

  /** A command whose success the attack stands on. */
  async succeed(words, options) {
    const outcome = await this.run(words, options);
    this.demand(outcome.code === 0,
      `pliant ${words[0]}: exit code ${outcome.code ?? outcome.signal}: ${outcome.err.trim().slice(0, 300)}`);
    return outcome;
  }

  /** After a command that says it has written a mesh, the mesh can be read. */
  async demand_readable(mesh) {
    const outcome = await this.run(['info', mesh, '--json']);
    this.demand(outcome.code === 0, `wrote ${mesh} with exit code 0, and cannot read it: ${outcome.err.trim()}`);
  }

  check_outside() {
    const found = listing(this.outside);
    const text = found.has('untouched') && fs.readFileSync(path.join(this.outside, 'untouched'), 'latin1');
    this.demand(found.size === 1 && text === 'as it was\n',
      `touched a file outside of the folder: ${[...found.keys()].join(', ')}`);
  }
}
