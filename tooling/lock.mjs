import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while holding a lock on the directory; other processes wait.
 *
 * @template T
 * @param {string} folder
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withTurn(folder, work) {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'preparing');
  for (let told = false; !(await take(file)); told = true) {
    if (!told) process.stdout.write('Another start prepares this folder: waiting for it\n');
    await sleep(250);
  }
  const alive = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), 5000);
  try {
    return await work();
  } finally {
    clearInterval(alive);
    await rm(file, { force: true });
  }
}

/** @param {string} file */
async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!(await isAbandoned(file))) return false;
  // Only one of the waiting processes can rename the abandoned file.
  await rename(file, `${file}.${process.pid}`).catch(() => undefined);
  await rm(`${file}.${process.pid}`, { force: true });
  return false;
}

/** The owner has ended, or (if its process id was reused) has not refreshed the file for long. */
async function isAbandoned(/** @type {string} */ file) {
  const [holder, status] = await Promise.all([
    readFile(file, 'utf8').catch(() => ''),
    stat(file).catch(() => undefined),
  ]);
  if (!status) return false;
  return Date.now() - status.mtimeMs > 30_000 || (holder !== '' && !isAlive(Number(holder)));
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
