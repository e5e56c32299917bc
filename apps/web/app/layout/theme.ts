/** localStorage key of the theme (specification, 1): `true` for night, `false` for light. */
const themeKey = 'dark-mode';
/** localStorage key: lists of results have rows on small screens. */
export const listViewKey = 'redial-rows';

/**
 * Inline script that runs before the first paint: applies the stored theme and the view of lists, and
 * marks whether a session is stored. Without a stored theme the page follows the system (tokens.css).
 */
export const initialStateScript = `(() => {
  const root = document.documentElement;
  try {
    const dark = localStorage.getItem('${themeKey}');
    if (dark === 'true' || dark === 'false') root.dataset.theme = dark === 'true' ? 'dark' : 'light';
    if (localStorage.getItem('${listViewKey}')) root.dataset.rows = '';
    if (localStorage.getItem('redial-token')) root.dataset.session = 'in';
  } catch {}
})()`;

export const isDark = (): boolean => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
};

/** Applies and stores a theme. */
export function setTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  try {
    localStorage.setItem(themeKey, String(dark));
  } catch {
    // Storage is not available: the theme lasts until the page is closed.
  }
  dispatchEvent(new Event(themeChangedEvent));
}

const themeChangedEvent = 'redial-theme';

/**
 * Subscribes to theme changes made in this tab, in another tab, or by the system.
 *
 * @returns the unsubscribe function
 */
export function subscribeToTheme(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== themeKey) return;
    if (newValue === null) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = newValue === 'true' ? 'dark' : 'light';
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
