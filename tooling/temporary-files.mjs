import { access, constants, statfs } from 'node:fs/promises';

const memory = '/dev/shm';
/** All tests together had at most 0.5 GiB of files at once; a container may have 64 MB. */
const minimumBytes = 4 * 1024 ** 3;

/**
 * The environment of tests with temporary files in memory, where the machine has a file system for it.
 * Databases of tests create and delete many thousands of files, which takes long on ext4.
 * A `TMPDIR` that is set stays.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function withFilesInMemory(env) {
  if (env.TMPDIR) return env;
  try {
    await access(memory, constants.W_OK);
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize >= minimumBytes ? { ...env, TMPDIR: memory } : env;
  } catch {
    return env;
  }
}
