import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A fault of the next mail; each entry is consumed by one mail. */
export type SmtpFault =
  /** Rejects the mail with this reply code. */
  | number
  /** Accepts the mail and never replies. */
  | 'silent'
  /** Accepts the mail, replies, and closes the connection before the client quits. */
  | 'cut after taking';

/**
 * An SMTP server on the loopback interface that stores the mails it accepts.
 *
 * @param options.user requires authentication as this user.
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
    // Its certificate is self-signed.
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
    /** Number of attempts to authenticate. */
    signIns: () => signIns,
    /** Faults of the next mails, in this order. */
    fail: (...next: SmtpFault[]) => void faults.push(...next),
    /** From now on accepts connections without a greeting. */
    stopGreeting: () => {
      greets = false;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
