// What the message comes to, and the way on. Stays in view beside the form.
import type { SegmentCount } from '@godwit/contract/segments';
import type { Mode } from '@godwit/contract/statuses';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { pricesQuery } from '../../api/prices.ts';
import { formatCount, formatDisplayed, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import { TagBadge } from '../../ui/TagBadge.tsx';
import classes from './CostCard.module.css';
import { costOf } from './cost.ts';
import type { Entry } from './numbers.ts';

export function CostCard({ entries, count, mode }: { entries: Entry[]; count: SegmentCount; mode: Mode }) {
  const t = useText();
  const { region, balance, display_balance } = useTeam();
  const prices = useQuery(pricesQuery);
  const numbers = useMemo(
    () => entries.filter(({ problem }) => problem === null).map(({ key }) => key),
    [entries],
  );
  const cost = useMemo(
    () => costOf(numbers, count.segments, prices.data ?? []),
    [numbers, count.segments, prices.data],
  );
  const leftOut = entries.length - numbers.length;
  const money = (amount: number) => formatPrice(amount, region.currency_symbol);
  const topUp = (words: ReactNode) => (
    <Anchor key="link" component={Link} to={paths.billing} inherit>
      {words}
    </Anchor>
  );
  return (
    <Card>
      <h2 className={classes.heading}>{t('send.cost')}</h2>
      <dl className={classes.lines}>
        <Line label={t('send.recipients')} value={formatCount(numbers.length)} />
        {leftOut > 0 ? <Line label={t('send.leftOut')} value={formatCount(leftOut)} bad /> : null}
        <Line label={t('send.segmentsEach')} value={formatCount(count.segments)} />
        {count.segments === 0
          ? null
          : cost.lines.map(({ place, count: recipients, price, amount }) => (
              <Line
                key={place}
                label={t('send.line', {
                  place,
                  count: formatCount(recipients),
                  segments: count.segments,
                  price: money(price),
                })}
                value={money(amount)}
              />
            ))}
        {prices.data && cost.unpriced > 0 ? (
          <Line label={t('send.noPrice')} value={formatCount(cost.unpriced)} bad />
        ) : null}
        <div className={classes.total}>
          <dt>{t('send.total')}</dt>
          <dd>{prices.data ? money(cost.total) : t('send.unknown')}</dd>
        </div>
      </dl>
      {prices.isError ? <p className={classes.bad}>{t('send.pricesFailed')}</p> : null}
      {mode === 'TEST' ? <p className={classes.free}>{t('send.notCharged')}</p> : null}
      {mode === 'LIVE' && cost.total > balance ? (
        <p className={classes.bad}>
          {t.rich('send.tooDear', {
            balance: formatDisplayed(display_balance, region.currency_symbol),
            link: topUp,
          })}
        </p>
      ) : null}
      <div className={classes.actions}>
        <Button
          type="submit"
          size="lg"
          fullWidth
          color={mode === 'TEST' ? 'rust' : 'tide'}
          rightSection={mode === 'TEST' ? <TagBadge>{t('mode.test')}</TagBadge> : undefined}
        >
          {t('send.review')}
        </Button>
        <Button variant="subtle" fullWidth component={Link} to={paths.campaigns}>
          {t('action.cancel')}
        </Button>
      </div>
    </Card>
  );
}

function Line({ label, value, bad = false }: { label: string; value: string; bad?: boolean }) {
  return (
    <div className={classes.line} data-bad={bad || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
