import sharp from 'sharp';
import { createTestApp, publicUrl, type TestUser } from '../../../test/test-app.ts';
import { images } from '../../db/schema/index.ts';
import type { User } from '../../platform/users.ts';

/** One colour all over. */
export const solidColour = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888888' } });

/** Left half red, right half blue. */
export const twoColours = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d01010' } }).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 3, background: '#1010d0' },
      },
      gravity: 'east',
    },
  ]);

export const asUser = (person: TestUser): User => ({ ...person, verified: false });

/** The image host in the whole API, with a seller who uploads. */
export async function createImageFixture(options: Parameters<typeof createTestApp>[0] = {}) {
  const testApi = await createTestApp(options);
  const seller = await testApi.insertUser('seller');

  async function upload(file: Buffer, about: { field?: string; token?: string | undefined } = {}) {
    const form = new FormData();
    const { field = 'image' } = about;
    form.append(field, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'phone.jpg');
    const request = new Request(publicUrl, { method: 'POST', body: form });
    const token = 'token' in about ? about.token : seller.token;
    const answer = await testApi.server.inject({
      method: 'POST',
      url: '/1/upload',
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  const rows = () => testApi.db.select().from(images);
  const countStored = async () => ({ rows: (await rows()).length, files: testApi.files.size });

  return {
    ...testApi,
    seller,
    upload,
    rows,
    /** How many rows and files there are. */
    countStored,
    /** Uploads a picture; answers its address. */
    uploadedUrl: async (file: Buffer): Promise<string> => {
      const { body } = await upload(file);
      if (!body.success) throw new Error(JSON.stringify(body));
      return body.data.url;
    },
    fetchImage: async (url: string, headers = {}) => {
      const answer = await testApi.server.inject({ url: url.slice(publicUrl.length), headers });
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
    },
  };
}

export type ImageFixture = Awaited<ReturnType<typeof createImageFixture>>;
