import type { AlertFrequency } from '@redial/contract';

/** The least time between two alerts of a search, so that a busy hour is one alert and not fifty. */
const instantPauseMs = 10 * 60_000;

/** As the daily mails: early in the morning in America, in the afternoon in Europe. UTC. */
const alertHour = 13;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Days from the first Monday at `alertHour` back to the start of Unix time, a Thursday. */
const mondayOffsetDays = 4;

/** When a search announces what it finds now. */
export function nextAlertAt(frequency: AlertFrequency, now: Date, lastAlertAt: Date | null): Date {
  if (frequency === 'instant') {
    return new Date(Math.max(now.getTime(), (lastAlertAt?.getTime() ?? 0) + instantPauseMs));
  }
  return frequency === 'daily'
    ? nextMultiple(now, dayMs, alertHour * hourMs)
    : nextMultiple(now, 7 * dayMs, mondayOffsetDays * dayMs + alertHour * hourMs);
}

const nextMultiple = (now: Date, periodMs: number, offsetMs: number): Date =>
  new Date((Math.floor((now.getTime() - offsetMs) / periodMs) + 1) * periodMs + offsetMs);
