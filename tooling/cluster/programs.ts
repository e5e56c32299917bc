import { existsSync } from 'node:fs';
import path from 'node:path';
import { binaries } from '../../apps/api/test/external-postgres.ts';

/** Each program, the Debian package that has it, and where it is. */
const programs = {
  postgres: { package: 'postgresql', files: [path.join(binaries ?? '/nowhere', 'postgres')] },
  patroni: { package: 'patroni', files: ['/usr/bin/patroni'] },
  // Patroni's client of etcd, which it only suggests.
  'etcd client': {
    package: 'python3-etcd',
    files: ['/usr/lib/python3/dist-packages/etcd/__init__.py'],
  },
  etcd: { package: 'etcd-server', files: ['/usr/bin/etcd'] },
  haproxy: { package: 'haproxy', files: ['/usr/sbin/haproxy'] },
  pgbouncer: { package: 'pgbouncer', files: ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'] },
  redis: { package: 'redis-server', files: ['/usr/bin/redis-server'] },
  ps: { package: 'procps', files: ['/bin/ps', '/usr/bin/ps'] },
} as const satisfies Record<string, { package: string; files: readonly string[] }>;

export type Program = keyof typeof programs;

/** The Debian packages that are not installed, of those that these programs need. */
export const findMissingPackages = (needed: Iterable<Program>): string[] => [
  ...new Set(
    [...needed]
      .filter((name) => !programs[name].files.some((file) => existsSync(file)))
      .map((name) => programs[name].package),
  ),
];

/** The path of a program. @throws if it is not installed. */
export function findProgram(name: Program): string {
  const found = programs[name].files.find((file) => existsSync(file));
  if (!found) throw new Error(`${name} is missing: install the package ${programs[name].package}`);
  return found;
}
