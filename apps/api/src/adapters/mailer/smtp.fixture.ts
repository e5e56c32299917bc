import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** What the mail server does with the next mails; each entry is used up by one of them. */
export type SmtpFault =
  /** Answers the mail with this reply code and does not take it. */
  | number
  /** Takes the mail, and never says so. */
  | 'silent'
  /** Takes the mail, says so, and cuts the line before the client has said goodbye. */
  | 'cut after taking';

/**
 * A mail server of the test's own, on loopback, which keeps what it took.
 *
 * @param options.user the only one who may send; without it, everybody.
 */
export async function startFakeSmtpServer(
  options: { user?: string; password?: string; encrypts?: boolean } = {},
) {
  const received: { message: string; recipients: string[]; encrypted: boolean }[] = [];
  const faults: SmtpFault[] = [];
  let greets = true;
  let signIns = 0;
  const server = new SMTPServer({
    authOptional: options.user === undefined,
    disableReverseLookup: true,
    logger: false,
    // Its certificate is one that nobody vouches for.
    disabledCommands: options.encrypts ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      if (greets) done();
    },
    onAuth: ({ username, password }, _session, done) => {
      signIns++;
      if (username === options.user && password === options.password)
        done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const fault = faults.shift();
        if (typeof fault === 'number') {
          done(Object.assign(new Error('not now'), { responseCode: fault }));
          return;
        }
        received.push({
          message: Buffer.concat(chunks).toString('utf8'),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          encrypted: session.secure,
        });
        if (fault === 'silent') return;
        done();
        if (fault === 'cut after taking') {
          for (const connection of server.connections) connection.close();
        }
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** How often a client tried to. */
    signIns: () => signIns,
    /** The next mails fail so, one after the other. */
    fail: (...next: SmtpFault[]) => void faults.push(...next),
    /** From now on it lets clients connect and says nothing. */
    stopGreeting: () => {
      greets = false;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
