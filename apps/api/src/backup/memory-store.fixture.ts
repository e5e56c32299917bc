import type { ImageStore } from '../ports/image-store.ts';

/** An image store in memory, and its files by name. */
export function createMemoryStore() {
  const files = new Map<string, Buffer>();
  const store: ImageStore = {
    put: async (name, bytes) => void files.set(name, bytes),
    get: async (name) => files.get(name),
    delete: async (name) => void files.delete(name),
  };
  return { files, store };
}
