import { Writable } from 'node:stream';
import {
  createSelfTestLink,
  getDevice,
  getListingDevice,
  getListingImei,
  type SelfTestFinding,
  selfTestKinds,
  sendSelfTest,
  setListingImei,
} from '@redial/contract';
import { eq, sql } from 'drizzle-orm';
import fastify from 'fastify';
import { type TestUser, unwrap } from '../../../test/test-app.ts';
import { products, users } from '../../db/schema/index.ts';
import { createTradeFixture } from '../disputes/trade.fixture.ts';

/** The details of the listing of a phone that its buyer sells. */
export const resale = (about: object = {}) => ({
  resalePrice: 300,
  number: '+1 202-555-0117',
  location: 'Porto',
  description: 'Bought here, and as good as then.',
  ...about,
});

/**
 * The API with paid orders, devices and self-tests. It collects what it produces, to find numbers of
 * devices that somebody else than their owner gets.
 */
export async function createPassportFixture() {
  let serial = 0;
  /** Everything that was produced for somebody else than the owner of a number. */
  const produced: string[] = [];
  const issued: string[] = [];
  const logged = new Writable({
    write(line, _encoding, done) {
      produced.push(`log: ${line}`);
      done();
    },
  });
  const { log } = fastify({ logger: { level: 'trace', stream: logged } });
  const fixture = await createTradeFixture({ log });
  const call: typeof fixture.call = async (endpoint, input) => {
    const result = await fixture.call(endpoint, input);
    if (endpoint.path !== getListingImei.path || endpoint.method !== 'GET') {
      produced.push(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(result)}`);
    }
    return result;
  };
  const app = { ...fixture, call };

  /** An IMEI of a test device that no other test uses. */
  function newImei(tac = '00101701'): string {
    serial++;
    const body = tac + String(serial).padStart(6, '0');
    const sum = [...body].reduce((total, digit, index) => {
      const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    const imei = body + ((10 - (sum % 10)) % 10);
    issued.push(imei);
    return imei;
  }

  const setImei = (id: string, imei: string, { token }: TestUser = app.seller) =>
    app.call(setListingImei, { params: { id }, body: { imeis: [imei] }, token });
  const deviceOf = async (id: string, who?: TestUser) =>
    unwrap(await app.call(getListingDevice, { params: { id }, ...(who && { token: who.token }) }))
      .device;
  const passport = async (id: string, who?: TestUser) =>
    unwrap(await app.call(getDevice, { params: { id }, ...(who && { token: who.token }) }));

  /** Pays an order of a listing with an IMEI, hands the phone over, and accepts it. */
  async function sell(imei: string, from: TestUser = app.seller) {
    const { orderId, productId } = await app.payOrder({ of: from });
    // The app.seller gave the IMEI before; the fixture orders at once.
    await app.db
      .update(products)
      .set({ status: 'Available', isPaid: false })
      .where(eq(products.id, productId));
    unwrap(await setImei(productId, imei, from));
    await app.db
      .update(products)
      .set({ status: 'Sold', isPaid: true })
      .where(eq(products.id, productId));
    await app.move(orderId, 'meet');
    unwrap(await app.accept(orderId));
    await app.runJobs('dispatch-outbox');
    const device = await deviceOf(productId);
    return { orderId, productId, deviceId: device?._id ?? '' };
  }

  async function makeSeller(user: TestUser): Promise<void> {
    await app.db.update(users).set({ role: 'seller' }).where(eq(users.id, user.id));
  }

  /** A self-test in which everything works but what is named. */
  const takeSelfTest = async (productId: string, who: TestUser, failed?: string) => {
    const send = await openSelfTest(productId, who);
    await send(failed);
  };

  /** Opens the link of a self-test. @returns sends its report. */
  async function openSelfTest(productId: string, { token: session }: TestUser) {
    const params = { id: productId };
    const { token } = unwrap(await app.call(createSelfTestLink, { params, token: session }));
    return async (failed?: string) => {
      const results = selfTestKinds.map((kind) => ({
        test: kind,
        outcome: kind === failed ? 'failed' : kind === 'nfc' ? 'unsupported' : 'passed',
      })) satisfies SelfTestFinding[];
      unwrap(await app.call(sendSelfTest, { params: { token }, body: { results } }));
    };
  }

  /** Also collects tables, mails and files. @returns what contains a number. */
  async function findNumbers(): Promise<string[]> {
    const { rows: tables } = await app.db.execute<{ name: string }>(sql`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
    for (const { name } of tables) {
      const { rows } = await app.db.execute<{ text: string }>(
        sql.raw(`select t::text as text from ${name} t`),
      );
      produced.push(...rows.map(({ text }) => `${name}: ${text}`));
    }
    produced.push(...app.sentMails.map((mail) => `mail: ${JSON.stringify(mail)}`));
    produced.push(...[...app.files].map(([name, bytes]) => `${name}: ${bytes.toString('latin1')}`));
    // The serial number alone, or the number in groups, would give it away as well.
    return produced.filter((text) => {
      const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
      return issued.some((imei) => digits.includes(imei) || digits.includes(imei.slice(0, 14)));
    });
  }

  return {
    ...app,
    produced,
    issued,
    newImei,
    setImei,
    deviceOf,
    passport,
    sell,
    makeSeller,
    takeSelfTest,
    openSelfTest,
    findNumbers,
  };
}

export type PassportFixture = Awaited<ReturnType<typeof createPassportFixture>>;
