// Files of a campaign's recipients.
import { openFile } from './client.ts';

/** All recipients and their outcomes, as a CSV file. */
export const openRecipients = (id: string, projectId: string, withText: boolean, signal: AbortSignal) =>
  openFile('GET /campaigns/:id/recipients.csv', {
    params: { id },
    query: { project_id: projectId, with_text: withText || undefined },
    signal,
  });

/** The recipients with their consents and opt-outs, as a ZIP archive. */
export const openCampaignProof = (id: string, projectId: string, signal: AbortSignal) =>
  openFile('GET /campaigns/:id/proof.zip', { params: { id }, query: { project_id: projectId }, signal });
