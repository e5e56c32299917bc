import { Environment } from './environment.ts';
import { settingNames } from './read-environment.ts';
import type { Documentation } from './setting-types.ts';

export const documentationOf = (name: keyof typeof Environment.properties): Documentation =>
  Environment.properties[name] as unknown as Documentation;

/** The text of `.env.example`. */
export function renderEnvExample(): string {
  const settings = settingNames.map((name) => {
    const { description, default: value, examples = [] } = documentationOf(name);
    const lines = wrap(description, 100).map((line) => `# ${line}`);
    return [...lines, `#${name}=${value ?? examples[0] ?? ''}`].join('\n');
  });
  return `${[header, ...settings].join('\n\n')}\n`;
}

const header = `# All settings of Redial, rendered from apps/server/src/config/environment.ts. The demo needs none of them.
# To change some, copy this file to \`.env\` and remove the \`#\`, or set environment variables.`;

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
