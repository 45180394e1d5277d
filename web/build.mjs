// node build.mjs MODULES OUT.cpp: joins script, style and page into one, and puts it, packed, into a
// C++ source. MODULES is the folder of node_modules, which need not be here.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, target] = process.argv.slice(2);
const esbuild = createRequire(join(modules, 'none.js'))('esbuild');

async function bundled(file, options) {
  const result = await esbuild.build({
    entryPoints: [join(here, 'src', file)],
    bundle: true,
    minify: true,
    write: false,
    legalComments: 'none',
    nodePaths: [modules],
    logLevel: 'warning',
    ...options,
  });
  return result.outputFiles[0].text.trim();
}

// Nothing but these two may run or style: not even what a recording might smuggle in.
function policy(script, style) {
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data: blob:`;
}

function notices() {
  const licence = (name) => readFileSync(join(modules, name, 'LICENSE'), 'utf8').trim();
  return ['three', 'fflate'].map((name) => `${name}\n\n${licence(name)}`).join('\n\n').replaceAll('--', '- -');
}

const script = await bundled('main.js', { format: 'iife', target: ['es2020'] });
const style = await bundled('page.css', { target: ['chrome90', 'firefox90', 'safari14'] });
const parts = { notices: notices(), policy: policy(script, style), style, script };
const page = readFileSync(join(here, 'src', 'page.html'), 'utf8').replace(
  /\{\{(\w+)\}\}/g,
  (_, name) => parts[name],
);

const plain = Buffer.from(page, 'utf8');
const packed = deflateSync(plain, { level: 9 });
const padded = Buffer.concat([packed, Buffer.alloc((8 - (packed.length % 8)) % 8)]);
const words = [];
for (let at = 0; at < padded.length; at += 8) words.push(`0x${padded.readBigUInt64LE(at).toString(16)}`);
writeFileSync(
  target,
  `#include "record/export/html.h"

namespace pliant::record {

static const unsigned long long words[] = {
${words.join(',\n')}};

PageBundle page_bundle() {
  return {words, ${packed.length}, ${plain.length}};
}

}  // namespace pliant::record
`,
);
