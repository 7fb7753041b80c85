// The facts of a campaign, and the groups it was sent to.
import type { Campaign } from '@godwit/contract/campaigns/campaigns';
import { Anchor, Box, Text } from '@mantine/core';
import { Link } from 'react-router';
import { CopyId } from '../../components/CopyButton.tsx';
import { Moment } from '../../components/Moment.tsx';
import { formatZone } from '../../components/message/schedule.ts';
import { formatCount, formatLocal, formatPrice } from '../../format.ts';
import { paths } from '../../paths.ts';
import { useTeam } from '../../session/context.ts';
import { useText } from '../../text/useText.ts';
import { Card, CardTitle } from '../../ui/Card.tsx';
import { Fact, Facts, Passage } from '../../ui/Facts.tsx';
import classes from '../../ui/table.module.css';
import { CampaignPill } from './CampaignPill.tsx';
import { symbolOf } from './counts.ts';

/** Status, sender, text and figures of a campaign; until it starts, the figures of its review. */
export function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const { started_at: startedAt, schedule, retry_of: retryOf } = campaign;
  const { messages, segments, cost } = figuresOf(campaign);
  const symbol = symbolOf(campaign, useTeam().region);
  const isScheduled = campaign.status === 'SCHEDULED';
  const formatFigure = (figure: number | null, format: (figure: number) => string) => {
    if (figure === null) return t('field.none');
    return isScheduled ? t('campaign.about', { figure: format(figure) }) : format(figure);
  };
  return (
    <Card>
      <Facts>
        <Fact name={t('field.status')}>
          <CampaignPill status={campaign.status} />
        </Fact>
        <Fact name={t('field.sentAt')}>{startedAt ? <Moment instant={startedAt} /> : t('field.none')}</Fact>
        <Fact name={t('field.from')}>{campaign.from}</Fact>
        <Fact name={t('campaign.messages')}>{formatFigure(messages, formatCount)}</Fact>
        {schedule ? (
          <Fact name={t('campaign.scheduledFor')} whole>
            {t('campaign.zoned', {
              time: formatLocal(schedule.local),
              zone: formatZone(schedule.timezone, schedule),
            })}
          </Fact>
        ) : null}
        <Fact name={t('field.segments')}>{formatFigure(segments, formatCount)}</Fact>
        {startedAt ? null : (
          <Fact name={t(campaign.mode === 'TEST' ? 'field.wouldHaveCost' : 'field.cost')}>
            {formatFigure(cost, (amount) => formatPrice(amount, symbol))}
          </Fact>
        )}
        {retryOf ? (
          <Fact name={t('campaign.retryOf')}>
            <Anchor component={Link} to={paths.campaign(retryOf)}>
              {t('campaign.firstCampaign')}
            </Anchor>
          </Fact>
        ) : null}
        <Fact name={t('campaigns.id')} whole>
          <CopyId id={campaign.id} label={t('campaigns.copyId')} />
        </Fact>
        <Fact name={t('field.content')} whole>
          <Passage>{campaign.content}</Passage>
        </Fact>
      </Facts>
    </Card>
  );
}

/** The actual figures. Until the campaign starts, the estimate of its review, or nulls without one. */
function figuresOf({ status, estimate, messages, segments, cost }: Campaign) {
  if (status !== 'SCHEDULED') return { messages, segments, cost };
  return estimate ?? { messages: null, segments: null, cost: null };
}

/** The groups of a campaign; a retry of another campaign has none. */
export function GroupDetails({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const groups = campaign.include_groups_detail;
  return (
    <Card padded={false}>
      <CardTitle p={{ base: 16, xs: '20px 24px' }} id="groups">
        {t('campaign.groupDetails')}
      </CardTitle>
      {groups.length > 0 ? (
        <table className={`ruled ${classes.table}`} aria-labelledby="groups">
          <thead>
            <tr>
              <th scope="col">{t('field.group')}</th>
              <Box component="th" scope="col" ta="right">
                {t('nav.contacts')}
              </Box>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ id, name, contacts }) => (
              <tr key={id}>
                <td style={{ overflowWrap: 'anywhere' }}>{name}</td>
                <Box component="td" ta="right">
                  {formatCount(contacts)}
                </Box>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Text p={{ base: '0 16px 16px', xs: '0 24px 24px' }} c="dimmed">
          {t(campaign.retry_of ? 'campaign.noGroupsRetry' : 'campaign.noGroups')}
        </Text>
      )}
    </Card>
  );
}
