// The carriers' steps in the trace of one message.
import type { MessageTrace, TraceStep } from '@godwit/contract/staff/operations';
import { decodePdu } from '@godwit/smpp/codec/decode';
import { parseReceipt } from '@godwit/smpp/codec/receipt';
import type { Database } from '../../services.ts';
import { type Attempt, selectAttempts, selectQueued, selectRefs } from './queries.ts';

const WORDS: Record<Attempt['outcome'], string> = {
  REFUSED: 'The carrier refused it',
  PUT_OFF: 'The carrier put it off; it is tried again',
  NOT_WRITTEN: 'The link was lost before anything was written; it is tried again',
  UNANSWERED:
    'It was written, and no answer came: it is in doubt until an answer or a receipt comes or a minute has passed',
  ABANDONED:
    'The process that was sending it died: it is in doubt until a late receipt comes or a minute has passed',
  MATCHED: 'A receipt with an unknown id named its addresses while it was in doubt',
};

/**
 * The carriers' part of a message's trace: steps, carrier ids, and its position in the queue. Available for
 * 72 hours after the carrier took it.
 */
export async function carrierTrace(
  db: Database,
  messageId: string,
): Promise<Pick<MessageTrace, 'waiting' | 'refs' | 'steps'>> {
  const [attempts, refs, queued] = await Promise.all([
    selectAttempts(db, messageId),
    selectRefs(db, messageId),
    selectQueued(db, messageId),
  ]);
  return {
    waiting: queued
      ? {
          route: queued.link_group,
          priority: queued.priority,
          due_at: queued.due_at.toISOString(),
          expires_at: queued.expires_at.toISOString(),
          attempts: queued.attempts,
          link: queued.link_id,
          lease_until: queued.lease_until?.toISOString() ?? null,
          doubt_until: queued.doubt_until?.toISOString() ?? null,
        }
      : null,
    refs: refs.map(({ link_id, carrier_id, part, parts, outcome, created_at }) => ({
      link: link_id,
      carrier_id,
      part,
      parts,
      outcome: outcome as 'delivered' | 'undelivered' | null,
      at: created_at.toISOString(),
    })),
    steps: [
      ...attempts.map(
        ({ at, link_id, outcome, detail }): TraceStep => ({
          at: at.toISOString(),
          kind: outcome === 'MATCHED' ? 'RECEIPT' : 'ATTEMPT',
          detail: `${WORDS[outcome]}.`,
          link: link_id,
          data: detail === null ? null : { status: detail },
        }),
      ),
      ...refs.flatMap(refSteps),
    ],
  };
}

type Ref = Awaited<ReturnType<typeof selectRefs>>[number];

function refSteps(ref: Ref): TraceStep[] {
  const part = ref.parts > 1 ? `part ${ref.part} of ${ref.parts}` : 'it';
  const link = ref.link_id;
  const taken: TraceStep = {
    at: ref.created_at.toISOString(),
    kind: 'SUBMITTED',
    detail: `The carrier took ${part}.`,
    link,
    data: { message_id: ref.carrier_id },
  };
  if (ref.receipt === null || ref.receipt_at === null) return [taken];
  const detail = `A receipt said that ${part} was ${ref.outcome}.`;
  const receipt = { at: ref.receipt_at.toISOString(), kind: 'RECEIPT', detail, link } as const;
  return [taken, { ...receipt, data: decodeReceipt(ref.receipt) }];
}

/** The fields of a receipt without its text, which may begin with the message's. */
function decodeReceipt(bytes: Buffer): Record<string, string> | null {
  const decoded = decodePdu(bytes);
  if (decoded.kind !== 'pdu' || decoded.pdu.command !== 'deliver_sm') return null;
  const { pdu } = decoded;
  const receipt = parseReceipt(pdu);
  return {
    command: pdu.command,
    source_addr: `${pdu.sourceAddr} (${pdu.sourceAddrTon}/${pdu.sourceAddrNpi})`,
    destination_addr: `${pdu.destinationAddr} (${pdu.destAddrTon}/${pdu.destAddrNpi})`,
    esm_class: `0x${pdu.esmClass.toString(16).padStart(2, '0')}`,
    data_coding: String(pdu.dataCoding),
    ...(receipt && {
      message_id: receipt.messageId,
      state: receipt.state,
      error: receipt.error ?? 'none',
      done_at: receipt.doneAt?.toISOString() ?? 'not told',
    }),
  };
}
