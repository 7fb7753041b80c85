// SQL that stores customers' own references of messages.
import type { Mode } from '@godwit/contract/messages/statuses';
import { listsOf } from '../../db/columns.ts';
import { fragment, rowsOf } from '../../db/sql.ts';

/** A message with the reference that its customer has given it, if any. */
type MaybeReferenced = {
  teamId: string;
  id: string;
  projectId: string;
  mode: Mode;
  clientReference?: string | null | undefined;
};

const { keys: KEYS, table: REFERENCES } = rowsOf('referenced', {
  referenceTeamId: 'uuid',
  referenceMessageId: 'uuid',
  referenceProjectId: 'uuid',
  referenceMode: 'message_mode',
  reference: 'text',
});

/** Stores references, in the statement that stores their messages. A condition may follow. */
export const INSERT_REFERENCES = fragment`insert into client_references (team_id, message_id, project_id, mode, reference)
    select * from ${REFERENCES}`;

/** The values of the parameters of INSERT_REFERENCES; null if no message has a reference. */
export function referenceValues(messages: readonly MaybeReferenced[]) {
  const rows = messages.flatMap(({ teamId, id, projectId, mode, clientReference }) =>
    clientReference
      ? [
          {
            ...{ referenceTeamId: teamId, referenceMessageId: id, referenceProjectId: projectId },
            ...{ referenceMode: mode, reference: clientReference },
          },
        ]
      : [],
  );
  return rows.length === 0 ? null : listsOf(rows, ...KEYS);
}
