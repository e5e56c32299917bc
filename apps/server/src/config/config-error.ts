import type { SettingName } from './environment.ts';

/** A setting is wrong or missing. The message is one line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Creates an error whose message starts with the setting's name. */
export const configError = (name: SettingName, problem: string): ConfigError =>
  new ConfigError(`${name} ${problem}`);
