import { readFileSync } from 'node:fs';
import http from 'node:http';

/** A recorded response; the body in base64. */
export interface RecordedResponse {
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * The baseline of the comparison: sends recorded responses and does nothing else. Takes a file of
 * recorded responses; prints its port.
 */
const recorded = JSON.parse(readFileSync(process.argv[2] as string, 'utf8')) as RecordedResponse[];
const responses = new Map(
  recorded.map(({ path, headers, body }) => [
    path,
    { headers: [...headers], body: Buffer.from(body, 'base64') },
  ]),
);

const server = http.createServer((request, response) => {
  const recordedResponse = responses.get(request.url ?? '');
  if (!recordedResponse) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, recordedResponse.headers);
  response.end(recordedResponse.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`);
});
