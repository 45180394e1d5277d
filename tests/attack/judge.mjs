// What no command may do, whatever was done to it.
import { signal_number } from './program.mjs';

const documented_codes = [0, 1, 2];
const sanitizer = /(Address|Leak|Thread|Memory|UndefinedBehavior)Sanitizer|: runtime error: /;

/** The value that the bytes hold as JSON in UTF-8, or undefined. */
export function parsed(bytes) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function judge_json(outcome) {
  if (outcome.out.length === 0 && outcome.code !== 0) return null;
  return parsed(outcome.out) === undefined ? 'what --json printed is not JSON' : null;
}

/** What is wrong with how a command ended, or null. */
export function fault(outcome, wants_json) {
  const { code, signal, sent, ended, err } = outcome;
  if (sanitizer.test(err)) return 'a sanitizer reports ' + sanitizer.exec(err)[0];
  if (ended) return ended;
  if (signal) return signal === sent ? null : `died of ${signal}`;
  if (!documented_codes.includes(code) && !(sent && code === 128 + signal_number(sent)))
    return `exit code ${code}` + (err ? `: ${err.trim().split('\n').at(-1).slice(0, 200)}` : '');
  if (/unexpected: /.test(err)) return 'says ' + /unexpected: .*/.exec(err)[0].slice(0, 200);
  if (code !== 0 && err === '' && outcome.out.length === 0) return `exit code ${code} without a word`;
  return wants_json && code < 128 ? judge_json(outcome) : null;
}
