import { LinkifyIt } from 'linkify-it';
import type { Finding } from './finding.ts';

/** Top-level domains that people name without writing a whole link. */
const topLevel =
  'com|net|org|info|io|co|me|app|shop|store|site|online|link|biz|xyz|dev|ly|gl|gg|tv|eu|de|fr|es|uk|nl|pl|ru|ch|ca|au|br|mx';
const mailProvider =
  'gmail|googlemail|hotmail|outlook|yahoo|icloud|proton|protonmail|gmx|aol|yandex|mailbox|fastmail|ymail';
const at = String.raw`\s*(?:@|[([{<*_-]\s*(?:at|@|arroba)\s*[)\]}>*_-]|\s(?:at|arroba)\s)\s*`;
const dot = String.raw`\s*(?:\.|,|[([{<*_-]\s*(?:dot|\.|punkt|punto|point)\s*[)\]}>*_-]|\s(?:dot|punkt|punto|point)\s)\s*`;
const local = `[a-z0-9](?:[a-z0-9_%+-]|${dot}(?=[a-z0-9])){0,40}`;

const mails = [
  new RegExp(`${local}${at}[a-z0-9-]{2,30}(?:${dot}[a-z0-9-]{2,20})?${dot}(?:${topLevel})\\b`, 'g'),
  new RegExp(`${local}${at}(?:${mailProvider})\\b`, 'g'),
  // "my gmail is rana.k99"
  new RegExp(
    `\\b(?:${mailProvider}|e-?mail)\\s*(?:address|account)?\\s*(?:is|:|=)\\s*(?=[a-z0-9._-]*[0-9._-])[a-z][a-z0-9._-]{3,}`,
    'g',
  ),
];

/** Links without a scheme, and ones whose dots are words. */
const spelledLink = new RegExp(
  `\\b(?:www${dot})?[a-z0-9-]{2,30}(?:\\s*[([{]\\s*(?:dot|\\.|punkt|punto|point)\\s*[)\\]}]\\s*|\\s+(?:dot|punkt|punto)\\s+| \\. )(?:${topLevel})\\b(?:/\\S*)?`,
  'g',
);
const brokenScheme = /\bh(?:xx|tt)ps?\s*[:;]?\s*\/\s*\/\s*\S+/g;

const linkify = new LinkifyIt({ fuzzyLink: true });
const plainDomain = new RegExp(`^[a-z0-9-]+(?:\\.[a-z0-9-]+)*\\.(?:${topLevel})$`);

/** Finds links; "great.No scratches" is none, though `.no` is a domain. */
function findLinks(text: string): Finding[] {
  const found = (linkify.match(text) ?? []).filter(
    ({ schema, raw }) =>
      schema !== '' || raw.startsWith('www.') || raw.includes('/') || plainDomain.test(raw),
  );
  return [
    ...found.map(({ schema, index, lastIndex }): Finding => {
      const kind = schema === 'mailto:' ? 'email' : 'link';
      return { kind, start: index, end: lastIndex };
    }),
    ...findAll(text, spelledLink, 'link'),
    ...findAll(text, brokenScheme, 'link'),
  ];
}

const service =
  'telegram|tg|whats ?app|wa|insta(?:gram)?|ig|snap(?:chat)?|sc|viber|wechat|weixin|discord|facebook|fb|messenger|tik ?tok|skype|kik|twitter|signal|line id';
const handles = [
  /(?<![\w.])@[a-z0-9_](?:[a-z0-9_.]{1,30})[a-z0-9_]/g,
  // A name that is announced: "insta: rana", "telegram is @ rana".
  new RegExp(
    `\\b(?:${service})(?:\\s+(?:id|name|handle|user(?:name)?|acc(?:ount)?))?\\s*(?:[:=@]|->)\\s*@?\\s*[a-z](?:[a-z0-9_.-]{2,30})`,
    'g',
  ),
  // One that follows looks like a name: "my snap is rana_k99".
  new RegExp(
    `\\b(?:${service})(?:\\s+(?:id|name|handle|user(?:name)?|account))?\\s+(?:is\\s+|me\\s+(?:on|at)\\s+|on\\s+|add\\s+)?@?(?=[a-z0-9.]*[0-9_])[a-z][a-z0-9_.]{4,30}`,
    'g',
  ),
];

const findAll = (text: string, pattern: RegExp, kind: Finding['kind']): Finding[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    kind,
    start: index,
    end: index + found.trimEnd().length,
  }));

/** Finds mail addresses, links and names on other services. */
export function findAddresses(text: string): Finding[] {
  return [
    ...mails.flatMap((pattern) => findAll(text, pattern, 'email')),
    ...findLinks(text),
    ...handles.flatMap((pattern) => findAll(text, pattern, 'handle')),
  ];
}
