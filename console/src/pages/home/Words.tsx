// The sentences above the figures: how many arrived and how soon, what failed, how long the balance lasts.
import type { Summary } from '@godwit/contract/stats';
import type { Mode } from '@godwit/contract/statuses';
import { Skeleton, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { Days } from '../../days.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { buttonFor } from '../../ui/richText.tsx';
import { spanWithYear } from './graph.ts';
import { sentencesOf } from './words.ts';

type Props = {
  summary: Summary | undefined;
  mode: Mode;
  days: Days;
  dim: boolean;
  /** Shows why messages failed. */
  onFailures: () => void;
};

export function Words({ summary, mode, days, dim, onFailures }: Props) {
  const t = useText();
  const { balance } = useTeam();
  if (!summary) return <Skeleton height={24} width="72%" mb={16} />;
  const period = t('home.period', {
    range: 'range' in days ? days.range : 'custom',
    days: spanWithYear(summary.current_from, summary.current_to),
  });
  return (
    <Text fz={16} lh="24px" mb={16} maw="104ch" opacity={dim ? 0.5 : 1} style={{ textWrap: 'pretty' }}>
      {sentencesOf(summary, mode, balance).map(({ id, values }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ' '}
          {t.rich(id, {
            ...values,
            period,
            within: values.unit ? t('home.time', values) : '',
            why: buttonFor(onFailures),
          })}
        </Fragment>
      ))}
    </Text>
  );
}
