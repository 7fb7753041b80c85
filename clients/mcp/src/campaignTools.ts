// Tools for campaigns, their results and their drafts. No tool starts a campaign: a person does that in the
// console, so a text of a stranger cannot make an assistant write to everybody.
import { z } from 'zod';
import { markCampaign } from './phoneText.ts';
import { ADDS, answered, CURSOR, marked, READ_ONLY, type Tools } from './tools.ts';

const LIVE = 'Needs a live key, because campaigns send to the contacts of the team.';

/** Adds the tools. */
export function addCampaignTools({ server, client }: Tools): void {
  server.registerTool(
    'campaigns',
    {
      description: `Lists campaigns with their progress, the newest first. ${LIVE}`,
      inputSchema: z.strictObject(CURSOR),
      annotations: READ_ONLY,
    },
    async (query) => answered(async () => marked(await (await client()).pageCampaigns(query), markCampaign)),
  );
  server.registerTool(
    'campaign',
    {
      description: `Reads a campaign and its result: how many were sent, delivered, failed and skipped, and the cost. ${LIVE}`,
      inputSchema: z.strictObject({ id: z.string().min(1) }),
      annotations: READ_ONLY,
    },
    async ({ id }) => answered(async () => markCampaign(await (await client()).getCampaign(id))),
  );
  server.registerTool(
    'dry_run_campaign',
    {
      description: `Counts and prices a campaign. Nothing is created, sent or charged. A person starts it in the console. ${LIVE}`,
      inputSchema: z.strictObject({
        name: z.string().describe('At most 100 characters.'),
        content: z
          .string()
          .describe('The text; {first_name} and {last_name} become the names of each contact.'),
        from: z.string().describe('An approved sender id of the project.'),
        groups: z.array(z.string()).min(1).max(100).describe('Ids of groups; groups lists them.'),
        send_at: z.string().optional().describe('When it would start, such as 2030-01-31T08:00:00Z.'),
      }),
      annotations: READ_ONLY,
    },
    async (campaign) => answered(async () => (await client()).dryRunCampaign(campaign)),
  );
  server.registerTool(
    'templates',
    {
      description: 'Lists the templates of the project.',
      inputSchema: z.strictObject(CURSOR),
      annotations: READ_ONLY,
    },
    async (query) => answered(async () => (await client()).pageTemplates(query)),
  );
  server.registerTool(
    'draft_campaign',
    {
      description:
        'Stores the text of a campaign as a template. Nothing is sent: a person opens the template in the console, chooses the groups and starts the campaign. Needs a live key.',
      inputSchema: z.strictObject({
        name: z.string().describe('A name that no template has.'),
        content: z
          .string()
          .describe('The text; {first_name} and {last_name} become the names of each contact.'),
      }),
      annotations: { ...ADDS, idempotentHint: false },
    },
    async (template) => answered(async () => (await client()).createTemplate(template)),
  );
}
