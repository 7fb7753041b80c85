// The calls about names of a project, which only their page loads.
import { request } from './client.ts';

/** Chooses the sender that goes instead of a name where networks block it; null for none. */
export const chooseSubstitute = (id: string, json: { sender: string; substitute: string | null }) =>
  request('POST /projects/:id/substitutes', { params: { id }, json });

/** Replaces the other names of a sender ID that texts may have. */
export const nameOtherwise = (id: string, json: { sender: string; aliases: string[] }) =>
  request('POST /projects/:id/sender_aliases', { params: { id }, json });
