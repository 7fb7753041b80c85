// A process: a customer's receiver of status callbacks. The path selects its behaviour: /ok, /slow, /error,
// /hang, /redirect. Its journal has the callbacks it answered 200.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type Call, openJournal } from './record.ts';

const SLOW_MS = 3_000;

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, journal: { type: 'string', default: '' } },
});
const write = openJournal<Call>(values.journal);

createServer(async (request, response) => {
  const body = await text(request).catch(() => '');
  const take = () => {
    const { id, status } = JSON.parse(body) as Call;
    write({ id, status });
    response.end();
  };
  switch (request.url) {
    case '/ok':
      return take();
    case '/slow':
      return setTimeout(take, SLOW_MS);
    case '/error':
      return response.writeHead(500).end();
    case '/redirect':
      return response.writeHead(302, { location: '/ok' }).end();
    default:
      // Neither answers nor ends the request.
      return undefined;
  }
}).listen(Number(values.port), '127.0.0.1');
process.on('disconnect', () => process.exit(0));
