/** Where the choice of theme is kept (specification, 1): `true` for night, `false` for light. */
const themeKey = 'dark-mode';

/**
 * Runs before the first paint: the kept theme, and whether somebody was signed in when the browser
 * last left the page. Without a choice, the page follows the system (tokens.css).
 */
export const initialStateScript = `(() => {
  const root = document.documentElement;
  try {
    const night = localStorage.getItem('${themeKey}');
    if (night === 'true' || night === 'false') root.dataset.theme = night === 'true' ? 'night' : 'light';
    if (localStorage.getItem('redial-token')) root.dataset.session = 'in';
  } catch {}
})()`;

export const isDark = (): boolean => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'night' : matchMedia('(prefers-color-scheme: dark)').matches;
};

/** Shows a theme and keeps the choice. */
export function setTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'night' : 'light';
  try {
    localStorage.setItem(themeKey, String(dark));
  } catch {
    // Storage is closed to us: the choice holds for this page.
  }
  dispatchEvent(new Event(themeChangedEvent));
}

const themeChangedEvent = 'redial-theme';

/** Tells of changes of the theme: chosen here, in another tab, or by the system. */
export function subscribeToTheme(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== themeKey) return;
    if (newValue === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = newValue === 'true' ? 'night' : 'light';
    listener();
  };
  addEventListener(themeChangedEvent, listener);
  addEventListener('storage', follow);
  system.addEventListener('change', listener);
  return () => {
    removeEventListener(themeChangedEvent, listener);
    removeEventListener('storage', follow);
    system.removeEventListener('change', listener);
  };
}
