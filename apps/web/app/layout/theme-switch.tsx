import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Switch } from '../ui/switch.tsx';
import { isDark, setTheme, subscribeToTheme } from './theme.ts';

/** The light/night switch. Before the browser's choice is known it stands on light. */
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
