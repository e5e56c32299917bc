import sharp from 'sharp';
import { createTestApp, publicUrl, type TestUser } from '../../../test/test-app.ts';
import { images } from '../../db/schema/index.ts';
import type { User } from '../../platform/users.ts';

/** A HEIC with a red left and a blue right half, 160 by 96, made with heif-enc of libheif 1.15. */
export const heicFile = new URL('./two-colours.heic', import.meta.url);

/** An image of a single colour. */
export const solidColour = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888888' } });

/** An image with a red left and a blue right half. */
export const twoColours = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#d01010' } }).composite([
    {
      input: {
        create: { width: Math.floor(width / 2), height, channels: 3, background: '#1010d0' },
      },
      gravity: 'east',
    },
  ]);

export const asUser = (user: TestUser): User => ({ ...user, verified: false });

/** The whole API with a seller who uploads images. */
export async function createImageFixture(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options);
  const seller = await app.insertUser('seller');

  async function upload(
    file: Buffer,
    about: { field?: string; token?: string | undefined; path?: string } = {},
  ) {
    const form = new FormData();
    const { field = 'image', path = '/1/upload' } = about;
    form.append(field, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'phone.jpg');
    const request = new Request(publicUrl, { method: 'POST', body: form });
    const token = 'token' in about ? about.token : seller.token;
    const response = await app.server.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { status: response.statusCode, body: response.json() };
  }

  const rows = () => app.db.select().from(images);
  const countStored = async () => ({ rows: (await rows()).length, files: app.files.size });

  return {
    ...app,
    seller,
    upload,
    rows,
    /** How many rows and files there are. */
    countStored,
    /** Uploads an image and returns its URL. */
    uploadedUrl: async (file: Buffer): Promise<string> => {
      const { body } = await upload(file);
      if (!body.success) throw new Error(JSON.stringify(body));
      return body.data.url;
    },
    fetchImage: async (url: string, headers = {}) => {
      const response = await app.server.inject({ url: url.slice(publicUrl.length), headers });
      return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
    },
  };
}

export type ImageFixture = Awaited<ReturnType<typeof createImageFixture>>;
