import { run } from './run.ts';
import { loadBuiltWeb } from './web.ts';

await run(loadBuiltWeb);
