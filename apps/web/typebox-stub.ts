/**
 * Stands in for `typebox` in the web bundles: every builder answers an empty object, so that the
 * contract's endpoints keep their methods and paths and lose their schemas.
 */
const builders: object = new Proxy({}, { get: () => () => ({}) });

export default builders;
