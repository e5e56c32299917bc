import type { Adapter, AdapterPayload } from 'oidc-provider';

const maxEntries = 2000;
/** Lifetime in seconds of entries for which the library specifies none. */
const defaultLifetime = 3600;

interface Entry {
  readonly payload: AdapterPayload;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * The sandbox's state: sign-ins in progress, for some minutes each. It is kept in memory, so it
 * works with a single process only, and a restart aborts sign-ins in progress.
 */
export function createStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>();
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry && entry.expires > Date.now() ? entry.payload : undefined;
  };
  const make = (key: string, entry: Entry) => {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size <= maxEntries) return;
    const now = Date.now();
    for (const [old, { expires }] of entries) if (expires <= now) entries.delete(old);
    for (const old of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(old);
    }
  };
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) => {
    for (const [key, { payload }] of entries) {
      if (key.startsWith(`${model}:`) && payload[field] === value) return read(key);
    }
    return undefined;
  };
  return (model) => ({
    upsert: async (id, payload, expiresIn = defaultLifetime) =>
      make(`${model}:${id}`, { payload, expires: Date.now() + expiresIn * 1000 }),
    find: async (id) => read(`${model}:${id}`),
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
    consume: async (id) => {
      const payload = read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => {
      entries.delete(`${model}:${id}`);
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(key);
      }
    },
  });
}
