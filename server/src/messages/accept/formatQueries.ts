// SQL that stores in which format the URLs of messages are called. callbacks/queries.ts reads it.
import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared } from '../../db/sql.ts';
import type { CallbackFormat } from './draft.ts';

type Called = {
  id: string;
  teamId: string;
  statusCallback: string | null;
  callbackFormat: CallbackFormat | undefined;
};

const INSERT_FORMATS = prepared('insert-callback-formats')`
  insert into callback_formats (team_id, message_id, format, options)
    select * from unnest(${'teamId'}::uuid[], ${'id'}::uuid[], ${'format'}::text[], ${'options'}::jsonb[])`;

/** Stores the formats of these messages that have a URL and a format of their own. */
export async function insertFormats(client: ClientBase, messages: readonly Called[]): Promise<void> {
  const rows = messages.flatMap(({ id, teamId, statusCallback, callbackFormat }) =>
    statusCallback && callbackFormat
      ? [{ id, teamId, format: callbackFormat.format, options: JSON.stringify(callbackFormat.options) }]
      : [],
  );
  if (rows.length > 0) await INSERT_FORMATS.run(client, listsOf(rows, 'teamId', 'id', 'format', 'options'));
}
