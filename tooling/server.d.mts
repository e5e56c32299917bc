/** Flags of Node.js that limit its heap. */
export const heapFlags: readonly string[];
/** Settings of glibc's allocator. */
export const allocatorSettings: Readonly<Record<string, string>>;
