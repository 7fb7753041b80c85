// Previews of campaigns in turn, and the news of a changed one: for the console and the public API.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import type { Signals } from '../db/signals.ts';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import { notifyCampaigns } from '../live/changes.ts';
import type { Messaging } from '../messages/accept/open.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import type { Preview } from './create.ts';
import { describeCampaigns, findCampaign } from './find.ts';
import type { CheckedCampaign } from './review/check.ts';
import { type Changed, previewCampaign } from './review/preview.ts';
import { CAMPAIGNS_TOPIC } from './run/run.ts';

// Each preview reads all recipients of its campaign, so a team has one at a time.
const PREVIEWS = {
  atOnce: 2,
  mostWaiting: 3,
  waitMs: 30_000,
  busy: 'Other previews are being calculated. Wait until one is done, and try again.',
};
/** The longest repeated preview of a confirmed campaign: enough for about two million recipients. */
const LONGEST_CONFIRM_MS = 60_000;

/** Opens what all calls that change campaigns share: they preview in turn, and report changes. */
export function openChanges(
  services: Services,
  { messaging, signals }: { messaging: Messaging; signals: Pick<Signals, 'send'> },
) {
  const inTurn = openFairScheduler(PREVIEWS);
  const long = servicesFor(services, 'long');

  /**
   * Previews a campaign until `over` aborts. Then the page is gone and nobody reads the answer, so the error
   * is not logged as a fault of the service.
   */
  async function previewed(checked: CheckedCampaign, over: AbortSignal): ReturnType<Preview> {
    const work = () => previewCampaign(long, messaging, checked, over);
    return inTurn(checked.scope.teamId, work, over).catch(unlessOver(over));
  }

  /**
   * Previews a confirmed campaign again. If the page goes away before that, no campaign is created and the
   * page still has the draft.
   */
  function confirmed(over: AbortSignal): Preview {
    const longest = AbortSignal.any([over, AbortSignal.timeout(LONGEST_CONFIRM_MS)]);
    return (checked) => previewed(checked, longest);
  }

  /** Returns a new or changed campaign as an answer, and notifies workers and open pages. */
  async function describe(project: Parameters<typeof findCampaign>[1], id: string): Promise<Campaign> {
    const row = await findCampaign(services, project, id);
    const answer = (await describeCampaigns(services, messaging, project, [row]))[0]!;
    signals.send(CAMPAIGNS_TOPIC);
    notifyCampaigns([{ campaignId: id, projectId: answer.project_id, mode: answer.mode }]);
    return answer;
  }

  return { previewed, confirmed, describe };
}

export type CampaignChanges = ReturnType<typeof openChanges>;

/** Handles the error of a call whose page has gone: nobody reads its answer. */
export const unlessOver = (over: AbortSignal) => (error: unknown) => {
  if (!over.aborted) throw error;
  return refuse('unavailable');
};

/** Whether a campaign was refused because it would differ from what the caller saw. */
export const isChanged = (outcome: unknown): outcome is Changed => isRefusal(outcome) && 'preview' in outcome;
