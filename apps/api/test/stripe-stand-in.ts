import { openStripe } from '../src/adapters/card-payments/stripe.fixture.ts';

/** Plays Stripe's API for the browser tests: `stripe-stand-in.ts PORT WEBHOOK_URL`. */
const [port, webhookUrl = ''] = process.argv.slice(2);
const { apiBase } = await openStripe({ port: Number(port), webhookUrl });
process.stdout.write(`${apiBase}\n`);
