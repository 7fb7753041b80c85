// Tools for contacts, groups and opt-outs.
import { z } from 'zod';
import { markContact, markGroup } from './phoneText.ts';
import { ADDS, answered, CHANGES, CURSOR, marked, NUMBER, READ_ONLY, type Tools } from './tools.ts';

const GROUP_IDS = z.array(z.string()).describe('Ids of groups; groups lists them.');
const LIVE = 'Needs a live key, because contacts are those of LIVE campaigns.';

/** Adds the tools. */
export function addContactTools(tools: Tools): void {
  addReading(tools);
  addChanging(tools);
}

function addReading({ server, client }: Tools): void {
  server.registerTool(
    'contacts',
    {
      description: `Lists contacts, or finds the one with a number. ${LIVE}`,
      inputSchema: z.strictObject({
        number: NUMBER.optional(),
        group_id: z.string().optional().describe('Only contacts of this group.'),
        ...CURSOR,
      }),
      annotations: READ_ONLY,
    },
    async (query) => answered(async () => marked(await (await client()).pageContacts(query), markContact)),
  );
  server.registerTool(
    'groups',
    { description: `Lists the groups of contacts. ${LIVE}`, annotations: READ_ONLY },
    async () => answered(async () => marked(await (await client()).listGroups(), markGroup)),
  );
  server.registerTool(
    'opt_outs',
    {
      description: 'Lists the numbers that have opted out, or the opt-outs of one number.',
      inputSchema: z.strictObject({ number: NUMBER.optional(), ...CURSOR }),
      annotations: READ_ONLY,
    },
    async (query) => answered(async () => (await client()).pageOptOuts(query)),
  );
}

function addChanging({ server, client }: Tools): void {
  server.registerTool(
    'add_contact',
    {
      description: `Adds a contact. Refused if the number is a contact already. ${LIVE}`,
      inputSchema: z.strictObject({
        number: NUMBER,
        first_name: z.string(),
        last_name: z.string().optional(),
        groups: GROUP_IDS.optional(),
      }),
      annotations: ADDS,
    },
    async (contact) => answered(async () => markContact(await (await client()).createContact(contact))),
  );
  server.registerTool(
    'change_contact',
    {
      description: `Changes a contact; what you leave out stays. groups replaces all its groups. ${LIVE}`,
      inputSchema: z.strictObject({
        id: z.string().min(1).describe('The id of the contact; contacts finds it.'),
        number: NUMBER.optional(),
        first_name: z.string().optional(),
        last_name: z.string().optional(),
        groups: GROUP_IDS.optional(),
      }),
      annotations: CHANGES,
    },
    async ({ id, ...change }) =>
      answered(async () => markContact(await (await client()).changeContact(id, change))),
  );
  server.registerTool(
    'add_to_group',
    {
      description: `Adds contacts to a group. ${LIVE}`,
      inputSchema: z.strictObject({
        group_id: z.string().min(1),
        contacts: z.array(z.string()).min(1).max(1_000).describe('Ids of contacts.'),
      }),
      annotations: ADDS,
    },
    async ({ group_id, contacts }) =>
      answered(async () => (await client()).putMembers(group_id, { contacts, action: 'add' })),
  );
  server.registerTool(
    'opt_out',
    {
      description:
        'Opts a number out, if its person asks for it. In LIVE, the person can undo it with START; there is no tool to undo it.',
      inputSchema: z.strictObject({
        number: NUMBER,
        scope: z.enum(['ALL', 'PROMOTIONAL']).optional().describe('ALL by default.'),
      }),
      annotations: CHANGES,
    },
    async (given) => answered(async () => (await client()).putOptOut(given)),
  );
}
