import Value from 'typebox/value';
import {
  type AdapterSettings,
  adapterSettings,
  configError,
  Environment,
  type SettingName,
} from './environment.ts';

export const settingNames = Object.keys(Environment.properties) as SettingName[];

/**
 * Validates the environment variables and applies the defaults. Blank values count as not set.
 *
 * @throws ConfigError for the first invalid setting.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): Environment {
  const given = settingNames.flatMap((name) => {
    const value = variables[name]?.trim();
    return value ? [[name, value]] : [];
  });
  const values = Value.Default(Environment, Object.fromEntries(given));
  const [error] = Value.Errors(Environment, values);
  if (error) {
    const name = error.instancePath.slice(1) as SettingName;
    const allowed = 'allowedValues' in error.params ? error.params.allowedValues : undefined;
    throw configError(
      name,
      Array.isArray(allowed) ? `must be ${allowed.join(' or ')}` : error.message,
    );
  }
  return Value.Decode(Environment, values);
}

/**
 * Checks that the selected adapters have their settings, and that no setting belongs to an adapter
 * that is not selected.
 *
 * @throws ConfigError with the name of the setting and what to do.
 */
export function checkAdapterSettings(environment: Environment): void {
  const used = new Set(
    Object.entries(adapterSettings).flatMap(([selector, adapters]) =>
      Object.entries<AdapterSettings>(adapters)
        .filter(([adapter]) => adapter === environment[selector as SettingName])
        .flatMap(([, { required, optional }]) => [...required, ...optional]),
    ),
  );
  for (const [selector, adapters] of Object.entries(adapterSettings)) {
    const selected = environment[selector as SettingName];
    for (const [adapter, settings] of Object.entries<AdapterSettings>(adapters)) {
      const { required, optional } = settings;
      const names = [...required, ...optional];
      if (adapter === selected) {
        const missing = required.find((name) => environment[name] === undefined);
        if (missing) throw configError(missing, `is missing: ${selector}=${adapter} requires it`);
        continue;
      }
      const superfluous = names.find((name) => environment[name] !== undefined && !used.has(name));
      if (superfluous) {
        const now = selected === undefined ? 'not set' : selected;
        throw configError(
          superfluous,
          `is set, but ${selector} is ${now}: set ${selector}=${adapter}, or remove it`,
        );
      }
    }
  }
}
