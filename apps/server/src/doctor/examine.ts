import { ConfigError, readConfig } from '../config.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkBackups, checkDisk, checkPermissions } from './check-machine.ts';
import { checkProviders } from './check-providers.ts';
import { checkPublicUrl } from './check-public-url.ts';
import { checkSessionSecrets } from './check-session-secrets.ts';
import { type Finding, failed, ok } from './finding.ts';

/**
 * Checks an installation: settings, database, providers, public URL and webhook, backups, disk,
 * permissions, clock. Changes nothing, but creates what a first start would: the data directory, generated
 * secrets and an empty embedded database.
 *
 * @param variables the environment.
 */
export async function examine(
  variables: Readonly<Record<string, string | undefined>>,
): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const advice = '.env.example describes every setting; the other checks need valid ones';
    return [failed('settings', error.message, advice)];
  }
  const mode = config.production ? 'production' : config.demo ? 'demo' : 'development';
  const { findings, aheadMs } = await checkDatabase(config);
  return [
    ok('settings', `valid, for ${mode}`),
    checkSessionSecrets(config),
    ...findings,
    ...(await checkProviders(config)),
    ...(await checkPublicUrl(config)),
    await checkBackups(config, new Date()),
    ...(await checkDisk(config)),
    ...(await checkPermissions(config)),
    await checkClock(config, aheadMs),
  ];
}

/** One line for each finding, and a last one that counts them. */
export function renderFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ status, check, message, advice }) =>
    [status.padEnd(8), `${check}: ${message}`, ...(advice ? [`→ ${advice}`] : [])].join(' '),
  );
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length;
  return [...lines, `${count('failed')} failed, ${count('warning')} warnings`, ''].join('\n');
}
