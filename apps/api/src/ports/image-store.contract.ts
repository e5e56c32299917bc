import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImageStore } from './image-store.ts';

/** The tests that every adapter of the image-store port has to pass. */
export function imageStoreContract(
  name: string,
  open: () => Promise<{ store: ImageStore; close: () => Promise<void> }>,
): void {
  let store: ImageStore;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());

  const newName = (format = 'jpg') => `${randomUUID()}-960.${format}`;
  const put = (file: string, text: string) => store.put(file, Buffer.from(text), 'image/jpeg');
  const textOf = async (file: string) => (await store.get(file))?.toString('utf8');

  test(`${name}: a stored file is returned byte for byte`, async () => {
    const file = newName();
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    await store.put(file, bytes, 'image/jpeg');
    expect((await store.get(file))?.equals(bytes)).toBe(true);
  });

  test(`${name}: sizes and formats of one image are separate files`, async () => {
    const id = randomUUID();
    await put(`${id}-320.jpg`, 'small');
    await put(`${id}-320.webp`, 'small webp');
    await put(`${id}-640.jpg`, 'large');
    expect(await textOf(`${id}-320.jpg`)).toBe('small');
    expect(await textOf(`${id}-320.webp`)).toBe('small webp');
    expect(await textOf(`${id}-640.jpg`)).toBe('large');
  });

  test(`${name}: storing a file again replaces it`, async () => {
    const file = newName();
    await put(file, 'first, and longer');
    await put(file, 'second');
    expect(await textOf(file)).toBe('second');
  });

  test(`${name}: concurrent writes of the same file leave one of them complete`, async () => {
    const file = newName();
    const texts = Array.from({ length: 8 }, (_, at) => String(at).repeat(50_000));
    await Promise.all(texts.map((text) => put(file, text)));
    expect(texts).toContain(await textOf(file));
  });

  test(`${name}: a file that was never stored is not found`, async () => {
    expect(await store.get(newName())).toBeUndefined();
  });

  test(`${name}: a deleted file is gone, and can be deleted again`, async () => {
    const file = newName('webp');
    await put(file, 'text');
    await store.delete(file);
    expect(await store.get(file)).toBeUndefined();
    await store.delete(file);
  });

  test.each([
    '',
    '.',
    '../secret',
    `../${newName()}`,
    `${newName()}/../../x`,
    '/etc/passwd',
    'a\0b',
  ])(`${name}: the name %j is rejected`, async (file) => {
    await expect(put(file, 'text')).rejects.toThrow();
    expect(await store.get(file)).toBeUndefined();
    await store.delete(file);
  });
}
