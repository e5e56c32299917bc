import sharp from 'sharp';
import { publicUrl, type TestPerson, testApp } from '../../../test/app.ts';
import { images } from '../../db/schema/index.ts';
import type { Person } from '../../platform/people.ts';

/** One colour all over. */
export const flat = (width: number, height: number) =>
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

export const acting = (person: TestPerson): Person => ({ ...person, verified: false });

/** The image host in the whole API, with a seller who uploads. */
export async function openImageHost(options: Parameters<typeof testApp>[0] = {}) {
  const redial = await testApp(options);
  const seller = await redial.person('seller');

  async function upload(file: Buffer, about: { field?: string; token?: string | undefined } = {}) {
    const form = new FormData();
    const { field = 'image' } = about;
    form.append(field, new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'phone.jpg');
    const request = new Request(publicUrl, { method: 'POST', body: form });
    const token = 'token' in about ? about.token : seller.token;
    const answer = await redial.app.inject({
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

  const rows = () => redial.db.select().from(images);
  const kept = async () => ({ rows: (await rows()).length, files: redial.files.size });

  return {
    ...redial,
    seller,
    upload,
    rows,
    /** How many rows and files there are. */
    kept,
    /** Uploads a picture; answers its address. */
    urlOf: async (file: Buffer): Promise<string> => {
      const { body } = await upload(file);
      if (!body.success) throw new Error(JSON.stringify(body));
      return body.data.url;
    },
    served: async (url: string, headers = {}) => {
      const answer = await redial.app.inject({ url: url.slice(publicUrl.length), headers });
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
    },
  };
}

export type ImageHost = Awaited<ReturnType<typeof openImageHost>>;
