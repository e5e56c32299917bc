/** Width and height of a portrait in pixels. */
export const portraitSide = 640;

const grounds = ['#f2c6a0', '#b9d3c0', '#c9c2e6', '#f0d9a8', '#a9cfe0', '#e7b7bd'] as const;
const skins = ['#f1c9a5', '#8d5a3b', '#dba67c', '#5f3a26', '#f7dcc4', '#b97c50'] as const;
const hairs = ['#2b211c', '#6b4327', '#1d1b22', '#a8672c', '#3d2a20', '#c9a15a'] as const;
const shirts = ['#2f5d62', '#7a3b46', '#37447e', '#6a6f3a', '#444a55', '#96593a'] as const;

/**
 * A portrait of a person who does not exist: head, hair and shoulders in flat colours.
 *
 * @param variety picks colours and hair.
 */
export function composePortrait(variety: number): string {
  const pick = <T>(from: readonly T[], step: number): T =>
    from[Math.floor(variety / step) % from.length] as T;
  const hair = pick(hairs, 7);
  const isLong = Math.floor(variety / 11) % 2 === 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${portraitSide}" height="${portraitSide}" viewBox="0 0 640 640">
    <rect width="640" height="640" fill="${pick(grounds, 1)}"/>
    ${isLong ? `<path d="M196 270q0-150 124-150t124 150v190H196z" fill="${hair}"/>` : ''}
    <path d="M90 640q0-190 230-190t230 190z" fill="${pick(shirts, 5)}"/>
    <path d="M270 390h100v80q-50 44-100 0z" fill="${pick(skins, 3)}"/>
    <ellipse cx="320" cy="290" rx="104" ry="128" fill="${pick(skins, 3)}"/>
    <path d="M212 282q-12-146 108-150t108 150q-20-66-70-84-66 40-146 84z" fill="${hair}"/>
    <circle cx="282" cy="296" r="9" fill="#2a2320"/><circle cx="358" cy="296" r="9" fill="#2a2320"/>
    <path d="M284 352q36 30 72 0" fill="none" stroke="#7d3b33" stroke-width="8" stroke-linecap="round"/>
  </svg>`;
}
