// Calls about webhook endpoints.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { EventType } from '@godwit/contract/publicApi/events';
import { keepPreviousData } from '@tanstack/react-query';
import { readQuery, request } from './client.ts';

/** A project in a mode. */
export type Place = { projectId: string; mode: Mode };

const AT = '/projects/:id/webhook_endpoints';
const ONE = `${AT}/:endpoint_id` as const;

/** The endpoints, the oldest first. */
export const endpointsQuery = ({ projectId, mode }: Place) =>
  readQuery(['webhooks', projectId, mode], `GET ${AT}`, { params: { id: projectId }, query: { mode } });

type Form = { url: string; types: EventType[] };

/** Creates an endpoint. Only this answer and that of `rotateEndpoint` have its secret. */
export const createEndpoint = ({ projectId, mode }: Place, json: Form) =>
  request(`POST ${AT}`, { params: { id: projectId }, query: { mode }, json });

const of = ({ projectId, mode }: Place, id: string) => ({
  params: { id: projectId, endpoint_id: id },
  query: { mode },
});

export const changeEndpoint = (place: Place, id: string, json: Partial<Form> & { enabled?: boolean }) =>
  request(`PUT ${ONE}`, { ...of(place, id), json });

export const deleteEndpoint = (place: Place, id: string) => request(`DELETE ${ONE}`, of(place, id));

export const rotateEndpoint = (place: Place, id: string) => request(`POST ${ONE}/rotate`, of(place, id));

/** Calls an endpoint once with an invented event. */
export const testEndpoint = (place: Place, id: string) => request(`POST ${ONE}/test`, of(place, id));

/** The newest calls of an endpoint. The previous ones stay on screen while others load. */
export const deliveriesQuery = (place: Place, id: string, failed: boolean) => {
  const { params, query } = of(place, id);
  return {
    ...readQuery(['webhookDeliveries', id, failed], `GET ${ONE}/deliveries`, {
      params,
      query: { ...query, failed },
    }),
    placeholderData: keepPreviousData,
  };
};

/** Calls an endpoint with an event again. */
export const resendDelivery = (place: Place, id: string, eventId: string) => {
  const { params, query } = of(place, id);
  return request(`POST ${ONE}/deliveries/:event_id/resend`, {
    params: { ...params, event_id: eventId },
    query,
  });
};
