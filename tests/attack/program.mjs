// Starts the program under limits, sends it signals, and watches its time and memory.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import fs from 'node:fs';

const poll_milliseconds = 2;

const living = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    for (const child of living) child.kill('SIGKILL');
    process.exit(128 + signal_number(signal));
  });

/** A word as bash reads it; a Buffer may hold bytes that are no UTF-8. */
export function quoted(word) {
  if (Buffer.isBuffer(word))
    return "$'" + [...word].map((byte) => '\\x' + byte.toString(16).padStart(2, '0')).join('') + "'";
  return /^[\w./=:,+-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

/**
 * The shell's text for a command under limits: memory and file in kB, processes in numbers. The one of seconds is
 * for a program that outlives whoever watches it.
 */
export function shell_command(words, seconds, { memory, file, processes } = {}) {
  const limits = [`ulimit -t ${8 * seconds}`];
  if (memory) limits.push(`ulimit -v ${memory}`);
  if (file) limits.push("trap '' XFSZ", `ulimit -f ${file}`);
  if (processes) limits.push(`ulimit -u ${processes}`);
  return [...limits, `exec ${words.map(quoted).join(' ')}`].join('; ');
}

function peak_megabytes(pid) {
  try {
    const found = /VmHWM:\s*(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'latin1'));
    return found ? Number(found[1]) / 1024 : 0;
  } catch {
    return 0;
  }
}

/**
 * Runs a shell command to its end. With `send` the signal goes out once `when()` holds, asked at each change in the
 * folder `watch`, or all the time. It is killed after `seconds`, `after_signal` seconds after a signal, or with more
 * than `megabytes`.
 */
export function execute(command, { cwd, env, send, when = () => true, watch, seconds, after_signal, megabytes,
                                   as_user = [], stdout }) {
  return new Promise((resolve) => {
    const output = stdout ? fs.openSync(stdout, 'w') : 'pipe';
    const [file, ...words] = [...as_user, 'bash', '-c', command];
    const child = spawn(file, words, { cwd, env, stdio: ['ignore', output, 'pipe'] });
    living.add(child);
    const outcome = { command, sent: null, ended: null, peak: 0, out: [], err: [] };
    const start = Date.now();
    let sent_at = 0;
    child.stdout?.on('data', (data) => outcome.out.push(data));
    child.stderr.on('data', (data) => outcome.err.push(data));
    const end = (reason) => {
      outcome.ended ??= reason;
      child.kill('SIGKILL');
    };
    const send_when_due = () => {
      if (!send || sent_at || !when(outcome)) return;
      sent_at = Date.now();
      outcome.sent = send;
      child.kill(send);
    };
    const watcher = watch && fs.watch(watch, send_when_due);
    const timer = setInterval(() => {
      outcome.peak = Math.max(outcome.peak, peak_megabytes(child.pid));
      const now = Date.now();
      if (outcome.peak > megabytes) end(`took ${Math.round(outcome.peak)} MB of memory`);
      else if (now - start > 1000 * seconds) end(`still ran after ${seconds} s`);
      else if (sent_at && now - sent_at > 1000 * after_signal)
        end(`still ran ${after_signal} s after ${outcome.sent}`);
      else if (!watch) send_when_due();
    }, poll_milliseconds);
    child.on('close', (code, signal) => {
      clearInterval(timer);
      watcher?.close();
      living.delete(child);
      if (stdout) fs.closeSync(output);
      const err = Buffer.concat(outcome.err).toString('latin1');
      resolve({ ...outcome, code, signal, out: Buffer.concat(outcome.out), err });
    });
  });
}

/** A condition that holds so many seconds after it was made. */
export function later(seconds) {
  const start = Date.now();
  return () => Date.now() - start > 1000 * seconds;
}

export function signal_number(name) {
  return constants.signals[name];
}
