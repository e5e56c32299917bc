import {
  type AttentionItem,
  attentionNames,
  type getOverview as endpoint,
  type JobHealth,
  type ResponseOf,
} from '@redial/contract';
import type { Deps } from '../../deps.ts';
import { readJobHealth } from '../../platform/job-health.ts';
import { backupJobName } from '../../platform/jobs.ts';
import type { User } from '../../platform/users.ts';
import { listDisputes } from '../disputes/index.ts';
import { countMachinery, countModeration, countMoney } from './attention.ts';

/**
 * What needs action now. Moderators see what waits for moderators, support the disputes, and admins
 * everything, with the health of the jobs.
 */
export async function getOverview(
  deps: Pick<Deps, 'db' | 'settings' | 'clock'>,
  actor: User,
): Promise<ResponseOf<typeof endpoint>> {
  const { db, clock } = deps;
  const { staffRole } = actor;
  const isAdmin = !staffRole;
  const now = clock.now();
  const jobs = isAdmin ? await readJobHealth(deps, now) : [];
  const items = [
    ...(staffRole === 'support' ? [] : await countModeration(db)),
    ...(staffRole === 'moderator' ? [] : [await countDisputes(deps, actor)]),
    ...(isAdmin
      ? [...(await countMoney(db)), ...(await countMachinery(db)), ...judgeJobs(jobs)]
      : []),
  ];
  const position = ({ name }: AttentionItem) => attentionNames.indexOf(name);
  return {
    at: now.toISOString(),
    items: items.sort((a, b) => position(a) - position(b)),
    jobs,
  };
}

/** The disputes that admins are asked to decide; late are those whose time is over. */
async function countDisputes(
  deps: Pick<Deps, 'db' | 'settings'>,
  actor: User,
): Promise<AttentionItem> {
  const open = await listDisputes(deps, actor);
  const waiting = open.filter(({ dueFor, overdue }) => overdue || dueFor === 'admin');
  const since = waiting.map(({ escalatedAt, openedAt }) => escalatedAt ?? openedAt).sort();
  return {
    name: 'disputes',
    count: waiting.length,
    overdue: waiting.filter(({ overdue }) => overdue).length,
    oldest: since[0] ?? null,
  };
}

/** Jobs that failed or are late. Of backups, there is only an item if they are scheduled. */
function judgeJobs(all: readonly JobHealth[]): AttentionItem[] {
  const isBad = ({ failed, late }: JobHealth) => failed || late;
  const backup = all.find(({ name }) => name === backupJobName);
  const bad = all.filter((job) => job !== backup && isBad(job));
  const ran = bad.flatMap(({ lastRunAt }) => lastRunAt ?? []).sort();
  return [
    { name: 'jobs', count: bad.length, overdue: bad.length, oldest: ran[0] ?? null },
    ...(backup
      ? [
          {
            name: 'backups' as const,
            count: Number(isBad(backup)),
            overdue: Number(isBad(backup)),
            oldest: backup.lastRunAt,
          },
        ]
      : []),
  ];
}
