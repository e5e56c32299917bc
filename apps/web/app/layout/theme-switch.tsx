import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Switch } from '../ui/switch.tsx';
import { isDark, setTheme, subscribeToTheme } from './theme.ts';

/** The light/night switch. Renders as light until the stored theme is known. */
export function ThemeSwitch() {
  const dark = useSyncExternalStore(subscribeToTheme, isDark, () => false);
  return (
    <Switch
      label="Night theme"
      checked={dark}
      onChange={setTheme}
      thumb={
        dark ? (
          <Moon className="size-3.5" aria-hidden="true" />
        ) : (
          <Sun className="size-3.5" aria-hidden="true" />
        )
      }
    />
  );
}
