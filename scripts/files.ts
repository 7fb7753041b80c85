// Every source file in one sentence, as its first comment says it, with its constants: where a reader who knows a word of
// what is to be changed finds its file.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCES = [
  'contract/src',
  'smpp/src',
  'server/src',
  'console/src',
  'bench/src',
  'clients/typescript/src',
];
const COMMENT = /^(?:(?:\/\/.*\n)+|\/\*\*[\s\S]*?\*\/)/;
const CONSTANT = /^(?:export )?const ([A-Z][A-Z0-9_]+)\b/gm;

/** The page docs/files.md of the project in a folder. */
export function filesMarkdown(root: string): string {
  const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
    .sort();
  const folders = Map.groupBy(files, dirname);
  const parts = [...folders].map(([folder, own]) => {
    const rows = own.map(
      (file) => `- [${file.slice(folder.length + 1)}](../${file}): ${described(join(root, file))}`,
    );
    return `## ${folder}\n\n${rows.join('\n')}\n`;
  });
  return `# Every file in a sentence

Made by \`scripts/generate.ts\` of the files' first comments, with their constants.

${parts.join('\n')}`;
}

function described(path: string): string {
  const text = readFileSync(path, 'utf8');
  const [comment = ''] = COMMENT.exec(text) ?? [];
  const sentence = comment
    .replaceAll(/^\s*(?:\/\/|\/\*\*|\*\/|\*)\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/\*\/$/, '')
    .trim();
  const constants = [...text.matchAll(CONSTANT)].map(([, name]) => `\`${name}\``);
  return [sentence, ...(constants.length > 0 ? [`(${constants.join(', ')})`] : [])].join(' ');
}
