/**
 * Replaces `typebox` in the web bundles: every builder returns an empty object, so that the
 * contract's endpoints keep their methods and paths without their schemas.
 */
const builders: object = new Proxy({}, { get: () => () => ({}) });

export default builders;
