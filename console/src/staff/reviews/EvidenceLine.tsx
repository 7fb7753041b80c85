// The kind and the end of a document, as staff have noted them, with a mark once the end is past.
import type { NotedEvidence } from '@godwit/contract/staff/evidence';
import { Anchor, Text } from '@mantine/core';
import { formatLastDay } from '../../format.ts';
import type { Translate } from '../../text/useText.ts';
import { useText } from '../../text/useText.ts';

const DAY_MS = 86_400_000;
/** A day as the pages write it. The last day of something is that before its end. */
const dayOf = (day: string): string =>
  formatLastDay(new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString());

/** The kind and the end of a document in words. */
export function evidenceWords(t: Translate, evidence: NotedEvidence | null): string {
  if (evidence === null) return t('staff.evidence.none');
  const { kind, expires_on: day, over } = evidence;
  const until = day
    ? t(over ? 'staff.evidence.over' : 'staff.evidence.until', { day: dayOf(day) })
    : t('staff.evidence.noEnd');
  return t('staff.evidence.line', { kind: t(`staff.evidence.kind.${kind}`), until });
}

type Props = { evidence: NotedEvidence | null; label: string; onNote: () => void };

export function EvidenceLine({ evidence, label, onNote }: Props) {
  const t = useText();
  return (
    <Text fz={13} c={evidence?.over ? 'var(--danger)' : 'dimmed'}>
      {evidence ? `${evidenceWords(t, evidence)}. ` : null}
      <Anchor
        component="button"
        type="button"
        inherit
        mih={24}
        aria-label={t(evidence ? 'staff.evidence.changeOf' : 'staff.evidence.addOf', { label })}
        onClick={onNote}
      >
        {t(evidence ? 'staff.evidence.change' : 'staff.evidence.add')}
      </Anchor>
    </Text>
  );
}
