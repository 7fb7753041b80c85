// How far a campaign is: outcomes that add up to its recipients, and why some were skipped.
import { type Campaign, SKIP_REASONS } from '@godwit/contract/campaigns';
import { Progress } from '@mantine/core';
import { formatCount } from '../../format.ts';
import { useText } from '../../text/useText.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './CampaignProgress.module.css';
import { skippedLines } from './skipped.ts';

/** In the order of the bar; `name` is that of the count. */
const OUTCOMES = [
  { name: 'delivered', words: 'campaign.delivered', color: 'var(--success)' },
  { name: 'failed', words: 'campaign.failed', color: 'var(--danger)' },
  { name: 'skipped', words: 'campaign.skipped', color: 'var(--warning)' },
  { name: 'waiting', words: 'campaign.waiting', color: 'var(--edge)' },
] as const;

export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { recipients } = campaign.counts;
  return (
    <Card>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('campaign.progress')}</h2>
        {recipients > 0 ? <span>{t('campaign.recipients', { count: recipients })}</span> : null}
      </div>
      {recipients > 0 ? (
        <Outcomes campaign={campaign} />
      ) : (
        <p className={classes.none}>{t(wordsOf(campaign))}</p>
      )}
    </Card>
  );
}

/** Why there are no recipients. */
function wordsOf({ status, started_at }: Campaign) {
  if (status === 'SENDING') return 'campaign.counting';
  return status === 'SCHEDULED' || !started_at ? 'campaign.notStarted' : 'campaign.nobody';
}

function Outcomes({ campaign: { counts } }: { campaign: Campaign }) {
  const t = useText();
  return (
    <>
      <Progress.Root size={8} aria-hidden="true" classNames={{ root: classes.bar ?? '' }}>
        {OUTCOMES.filter(({ name }) => name !== 'waiting').map(({ name, color }) => (
          <Progress.Section
            key={name}
            value={(counts[name] / counts.recipients) * 100}
            color={color}
            withAria={false}
          />
        ))}
      </Progress.Root>
      <dl className={classes.outcomes}>
        {OUTCOMES.map(({ name, words, color }) => (
          <div key={name}>
            <dt>
              <span className={classes.dot} style={{ background: color }} />
              {t(words)}
              {name === 'waiting' && counts.sent > 0 ? (
                <span className={classes.quiet}>{t('campaign.withCarrier', { count: counts.sent })}</span>
              ) : null}
            </dt>
            <dd>{formatCount(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {counts.skipped > 0 ? (
        <ul className={classes.reasons} aria-label={t('review.why')}>
          {skippedLines(counts.skipped_by).map(({ reason, count }) => (
            <li key={reason}>
              <span>{SKIP_REASONS[reason]}</span>
              <span>{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
