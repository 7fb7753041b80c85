// Campaigns for the access table, and the call that cancels a message.
import {
  type AccessTeam,
  campaignOf,
  type INCOMING_REQUESTS,
  waitingCampaign,
  waitingMessage,
} from './accessWorld.ts';
import type { TestApp } from './app.ts';

const ofWaitingCampaign = async (team: AccessTeam, t: TestApp) => ({
  params: { id: await waitingCampaign(t, team) },
  query: { project_id: team.projectId },
});

/** Requests of the routes for campaigns, and of the one that cancels a message. */
export const CAMPAIGN_REQUESTS: typeof INCOMING_REQUESTS = {
  'POST /v1/campaigns': async (team, t) => {
    const { name, content, from, include_groups: group } = await campaignOf(t, team);
    return { json: { name, content, from, groups: [group] } };
  },
  'GET /v1/campaigns/:id': async (team, t) => ({ params: { id: await waitingCampaign(t, team) } }),
  'POST /v1/campaigns/:id/cancel': async (team, t) => ({ params: { id: await waitingCampaign(t, team) } }),
  'POST /v1/web/messages/:id/cancel': async (team, t) => ({
    params: { id: await waitingMessage(t, team) },
    form: { project_id: team.projectId },
  }),
  'POST /v1/web/campaigns': async (team, t) => ({ form: await campaignOf(t, team) }),
  'GET /v1/web/campaigns/:id': async (team, t) => ({
    params: { id: await waitingCampaign(t, team) },
    query: { project_id: team.projectId, include_sms: 'true' },
  }),
  'GET /v1/web/campaigns/:id/skipped': ofWaitingCampaign,
  'GET /v1/web/campaigns/:id/result': ofWaitingCampaign,
  'GET /v1/web/campaigns/:id/recipients.csv': ofWaitingCampaign,
  'GET /v1/web/campaigns/:id/proof.zip': ofWaitingCampaign,
  'PUT /v1/web/campaigns/:id': async (team, t) => ({
    params: { id: await waitingCampaign(t, team, { sendAt: new Date(Date.now() + 3_600_000) }) },
    form: await campaignOf(t, team),
  }),
  'POST /v1/web/campaigns/:id/cancel': async (team, t) => ({
    params: { id: await waitingCampaign(t, team) },
    form: { project_id: team.projectId },
  }),
};
