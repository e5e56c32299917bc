import { runCommand } from './command.ts';
import { examine, renderFindings } from './doctor/examine.ts';

const usage = `Usage: npm run doctor, or for a program npm run -s doctor -- --json
  checks the installation, with one line for each check and what to do: settings, database, keys of the
  providers, public URL and webhook, mail, backups, disk, permissions, clock. Works while Redial runs and
  while it does not.
  Exit code: 0 nothing failed, 1 something failed, 2 wrong arguments.`;

await runCommand(() => main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const isJson = args[0] === '--json';
  if (args.length > (isJson ? 1 : 0)) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const findings = await examine(process.env);
  process.stdout.write(
    isJson ? `${JSON.stringify(findings, undefined, 2)}\n` : renderFindings(findings),
  );
  return findings.some(({ status }) => status === 'failed') ? 1 : 0;
}
