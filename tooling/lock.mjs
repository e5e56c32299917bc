import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StepFailed } from './processes.mjs';

/**
 * Runs `work` while holding a lock on the directory; other processes wait. Fails if this user cannot write
 * there.
 *
 * @template T
 * @param {string} dir
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(dir, work) {
  const file = path.join(dir, 'lock');
  try {
    await mkdir(dir, { recursive: true });
    await waitFor(file);
  } catch (error) {
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
    throw new StepFailed(
      `This user cannot write ${file}, where npm prepares Redial: run npm as the owner of ${path.dirname(dir)}, or give it to this user (${error.code})`,
    );
  }
  const heartbeat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), 5000);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

/** @param {string} file */
async function waitFor(file) {
  for (let logged = false; !(await acquire(file)); logged = true) {
    // Not to the output, which may be read by a program.
    if (!logged) process.stderr.write('Another process is preparing this directory; waiting\n');
    await sleep(250);
  }
}

/** @param {string} file */
async function acquire(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!(await isStale(file))) return false;
  // Only one of the waiting processes can rename the abandoned file.
  await rename(file, `${file}.${process.pid}`).catch(() => undefined);
  await rm(`${file}.${process.pid}`, { force: true });
  return false;
}

/** The owner has ended, or (if its process id was reused) has not refreshed the file for long. */
async function isStale(/** @type {string} */ file) {
  const [owner, status] = await Promise.all([
    readFile(file, 'utf8').catch(() => ''),
    stat(file).catch(() => undefined),
  ]);
  if (!status) return false;
  return Date.now() - status.mtimeMs > 30_000 || (owner !== '' && !isAlive(Number(owner)));
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
