// How a link reads the status of a submit response: as SMPP 3.4 defines it, or as the link is configured.
import { classifySubmitStatus, type SubmitClass } from '@godwit/smpp/codec/status';
import type { SmppConfig } from './config.ts';

/**
 * The configured classes. A temporary status puts off only its message: as a fault of the link it would let
 * one team's wrong numbers close the link for all.
 */
const CLASSES = { permanent: 'permanent', temporary: 'own', throttled: 'throttled' } as const;

/** Returns the function that classifies the statuses of a link. */
export function openStatuses({
  unknown_status,
  statuses,
}: Pick<SmppConfig, 'unknown_status' | 'statuses'>): (status: number) => SubmitClass {
  const known = new Map(Object.entries(statuses).map(([status, name]) => [Number(status), CLASSES[name]]));
  return (status) => {
    const found = known.get(status) ?? classifySubmitStatus(status);
    return found === 'own' && !known.has(status) ? CLASSES[unknown_status] : found;
  };
}
