import { Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Switch } from '../ui/switch.tsx';
import { chooseTheme, isNight, watchTheme } from './theme.ts';

/** The light/night switch. Before the browser's choice is known it stands on light. */
export function ThemeSwitch() {
  const night = useSyncExternalStore(watchTheme, isNight, () => false);
  return (
    <Switch
      label="Night theme"
      checked={night}
      onChange={chooseTheme}
      thumb={
        night ? (
          <Moon className="size-3.5" aria-hidden="true" />
        ) : (
          <Sun className="size-3.5" aria-hidden="true" />
        )
      }
    />
  );
}
