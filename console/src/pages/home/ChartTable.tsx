// What the chart shows, in figures: each of the period with that of the one before below it.
import type { Mode } from '@godwit/contract/statuses';
import { Box } from '@mantine/core';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import classes from './chart.module.css';
import { FIGURES, type FigureName, titleOf } from './figures.ts';
import type { Amounts, Point } from './graph.ts';
import type { PointWords } from './PointTable.tsx';

type Props = { points: readonly Point[]; title: string; words: PointWords; mode: Mode };

const FIGURE_VALUES: Record<FigureName, keyof Amounts> = {
  outgoing_sms_total: 'total',
  outgoing_sms_delivered: 'delivered',
  outgoing_sms_undelivered: 'undelivered',
  outgoing_sms_cost: 'spend',
};

export function ChartTable({ points, title, words, mode }: Props) {
  const t = useText();
  const figures = FIGURES.map((kind) => ({ key: FIGURE_VALUES[kind.name], head: t(titleOf(kind, mode)) }));
  const columns: { key: keyof Amounts; head: string }[] = [
    ...figures.slice(0, 3),
    { key: 'failed', head: words.failed },
    { key: 'waiting', head: words.waiting },
    ...figures.slice(3),
  ];
  const written = (amounts: Amounts | null, key: keyof Amounts) => {
    if (!amounts) return words.none;
    return key === 'spend' ? words.money(amounts[key]) : formatCount(amounts[key]);
  };
  return (
    <Box
      component="section"
      mah={460}
      bd="1px solid var(--hairline)"
      bdrs={4}
      style={{ overflow: 'auto' }}
      tabIndex={0}
      aria-label={title}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('field.date')}</th>
            {columns.map(({ key, head }) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ index, current, previous }) => (
            <tr key={index}>
              <th scope="row">
                {current?.label ?? words.none}
                <small>{words.versus(previous?.label ?? words.none)}</small>
              </th>
              {columns.map(({ key }) => (
                <td key={key}>
                  {written(current, key)}
                  <small>{written(previous, key)}</small>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
