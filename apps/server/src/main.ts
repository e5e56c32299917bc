import { run } from './run.ts';
import { builtWeb } from './web.ts';

await run(builtWeb);
