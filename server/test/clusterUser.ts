// A process that uses the embedded database of a folder until a signal stops it. embedded.test.ts runs and
// kills it.
import { startEmbedded } from '../src/db/embedded/embedded.ts';

const database = await startEmbedded({ dataDir: process.argv[2]!, log: () => {} });
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ adopted: database.adopted, config: database.config }));
setInterval(() => {}, 60_000);
