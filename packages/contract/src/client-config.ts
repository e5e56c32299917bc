import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';

const google = Type.Boolean({ description: 'Whether "Sign in with Google" is offered' });

/** The Firebase project settings that the browser SDK needs. */
export const FirebaseConfig = Type.Object({
  provider: Type.Literal('firebase'),
  google,
  projectId: Type.String(),
  apiKey: Type.String(),
  authDomain: Type.String(),
  emulator: Type.Optional(Type.String({ description: 'host:port of the Auth emulator' })),
});
export type FirebaseConfig = Static<typeof FirebaseConfig>;

/** Public configuration of this installation for the web app. Contains no secrets. */
export const ClientConfig = Type.Object({
  demo: Type.Boolean(),
  adminTwoFactor: Type.Optional(
    Type.Boolean({ description: 'Whether admins need a second factor' }),
  ),
  identity: Type.Union([
    Type.Object({ provider: Type.Literal('embedded'), google }),
    FirebaseConfig,
  ]),
  imageHost: Type.Optional(Type.String({ description: 'Origin of the external image host' })),
  sellerFeePercent: Type.Number({ description: 'What a seller pays of the price' }),
  payments: Type.Union([
    Type.Object({ provider: Type.Literal('sandbox') }),
    Type.Object({ provider: Type.Literal('stripe'), publishableKey: Type.String() }),
  ]),
});
export type ClientConfig = Static<typeof ClientConfig>;

export const getClientConfig = endpoint({
  method: 'GET',
  path: '/api/client-config',
  summary: 'Which providers this installation uses',
  access: 'public',
  response: ClientConfig,
  errors: [],
});
