// A process that uses the embedded database of a folder until it gets a signal to stop: run by embedded.test.ts, which kills it.
import { startEmbedded } from '../src/db/embedded.ts';

const database = await startEmbedded({ dataDir: process.argv[2]!, log: () => {} });
process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
console.log(JSON.stringify({ adopted: database.adopted, config: database.config }));
setInterval(() => {}, 60_000);
