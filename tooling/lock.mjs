import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while holding a lock on the directory; other processes wait.
 *
 * @template T
 * @param {string} dir
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(dir, work) {
  await mkdir(dir, { recursive: true });
  const file = path.join(dir, 'lock');
  for (let logged = false; !(await acquire(file)); logged = true) {
    if (!logged) process.stdout.write('Another process is preparing this directory; waiting\n');
    await sleep(250);
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
