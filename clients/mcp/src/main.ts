// The program: an MCP server on standard input and output, for the project that the environment names.
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openClient } from '../../cli/src/settings.ts';
import { createServer } from './server.ts';

try {
  const { values } = parseArgs({ options: { 'allow-live': { type: 'boolean', default: false } } });
  const open = () => openClient(process.env);
  serveStdio(() => createServer({ open, allowLive: values['allow-live'] }));
} catch (error) {
  console.error(`${(error as Error).message}. Nothing was started. The only option is --allow-live.`);
  process.exitCode = 2;
}
